import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { MoveTarget, TreeRow } from '../../../../lib/posts/post-order';
import type { PostSummary } from '../../../../storage/schema';

/** Where a dragged post would go: beside or below a row, or (id null) to the end of the top level. */
interface Drop {
  id: string | null;
  kind: MoveTarget['kind'];
}

const DRAG = 'moyan-post';

/** Share of a row's height at its upper and lower edge where a drop goes before or after it, and not into it. */
const EDGE_SHARE = 0.28;

/** Makes a row draggable and a drop target. */
export function useRowDrag(
  element: RefObject<HTMLElement | null>,
  row: TreeRow<PostSummary>,
  isEnabled: boolean,
): void {
  const { id } = row.post;
  useEffect(() => {
    if (element.current === null) return;
    return combine(
      draggable({
        element: element.current,
        canDrag: () => isEnabled,
        getInitialData: () => ({ kind: DRAG, id }),
      }),
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => source.data.kind === DRAG && source.data.id !== id,
        getData: ({ input, element: over }) => {
          const box = over.getBoundingClientRect();
          const share = (input.clientY - box.top) / box.height;
          const kind = share < EDGE_SHARE ? 'before' : share > 1 - EDGE_SHARE ? 'after' : 'child';
          return { id, kind };
        },
      }),
    );
  }, [element, id, isEnabled]);
}

/** Follows a drag over the tree and moves the post to where it is dropped. */
export function useTreeDrop(
  scroller: RefObject<HTMLElement | null>,
  move: (id: string, place: MoveTarget) => void,
): Drop | null {
  const [drop, setDrop] = useState<Drop | null>(null);
  const latest = useRef(move);
  latest.current = move;
  useEffect(() => {
    if (scroller.current === null) return;
    return combine(
      dropTargetForElements({
        element: scroller.current,
        canDrop: ({ source }) => source.data.kind === DRAG,
        getData: () => ({ id: null, kind: 'child' }),
      }),
      monitorForElements({
        canMonitor: ({ source }) => source.data.kind === DRAG,
        onDrag: ({ location }) => {
          const next = dropOf(location.current.dropTargets[0]?.data);
          setDrop((old) => (old?.id === next?.id && old?.kind === next?.kind ? old : next));
        },
        onDrop: ({ source, location }) => {
          setDrop(null);
          const to = dropOf(location.current.dropTargets[0]?.data);
          if (to !== null) latest.current(String(source.data.id), targetOf(to));
        },
      }),
    );
  }, [scroller]);
  return drop;
}

function dropOf(data: Record<string | symbol, unknown> | undefined): Drop | null {
  if (data === undefined) return null;
  return { id: data.id as string | null, kind: data.kind as MoveTarget['kind'] };
}

function targetOf({ id, kind }: Drop): MoveTarget {
  return id === null || kind === 'child' ? { kind: 'child', of: id } : { kind, of: id };
}
