import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useRef, useState } from 'react';

/** The edge of an item at which what is dragged would be dropped. */
export type Edge = 'before' | 'after';

interface ItemDrag {
  edge: Edge | null;
  isDragged: boolean;
}

interface Parts {
  item: RefObject<HTMLElement | null>;
  handle: RefObject<HTMLElement | null>;
}

/**
 * Makes an item draggable by its handle, and a target for the other items of the same list.
 *
 * `onMove` gets places from 0; `to` counts without the item that moves.
 */
export function useItemDrag(
  { item, handle }: Parts,
  list: string,
  index: number,
  onMove: (from: number, to: number) => void,
): ItemDrag {
  const [edge, setEdge] = useState<Edge | null>(null);
  const [isDragged, setIsDragged] = useState(false);
  const latest = useRef(onMove);
  latest.current = onMove;
  useEffect(() => {
    if (item.current === null || handle.current === null) return;
    return combine(
      draggable({
        element: item.current,
        dragHandle: handle.current,
        getInitialData: () => ({ list, index }),
        onDragStart: () => setIsDragged(true),
        onDrop: () => setIsDragged(false),
      }),
      dropTargetForElements({
        element: item.current,
        canDrop: ({ source }) => source.data.list === list && source.data.index !== index,
        getData: ({ input, element }) => {
          const box = element.getBoundingClientRect();
          return { edge: input.clientY < box.top + box.height / 2 ? 'before' : 'after' };
        },
        onDrag: ({ self }) => setEdge(self.data.edge as Edge),
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null);
          const from = Number(source.data.index);
          latest.current(from, placeOf(from, index, self.data.edge as Edge));
        },
      }),
    );
  }, [item, handle, list, index]);
  return { edge, isDragged };
}

/** Where an item stands that was dropped at an edge of another: places are counted without it. */
export function placeOf(from: number, over: number, edge: Edge): number {
  const place = edge === 'before' ? over : over + 1;
  return from < place ? place - 1 : place;
}
