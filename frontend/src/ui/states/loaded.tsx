import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { isMissingPart, loadPart } from '../../lib/browser/load-part';

/**
 * A component whose code is fetched when it is shown for the first time. `Waiting` stands in its place until then.
 *
 * Code that does not arrive (no network, or a newer version on the server) takes nothing else down: `Failure` is shown
 * in its place, with an error `editor.part` and a `retry` that asks for it again. So does the next showing.
 */
export function loaded<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Failure: ComponentType<{ error: unknown; retry: () => void } & P>,
  Waiting: ComponentType<P>,
): ComponentType<P> {
  const fetched = (): ComponentType<P> =>
    lazy(async () => {
      try {
        return { default: await loadPart(load) };
      } catch (error) {
        // React keeps a failure for good, so the next one to show the part gets a new one.
        latest = fetched();
        throw error;
      }
    });
  let latest = fetched();
  return function Loaded(props: P) {
    // A part stays the same as long as it is shown.
    const [Part, setPart] = useState(() => latest);
    const retry = () => setPart(() => latest);
    return (
      <Boundary
        key={keyOf(Part)}
        failure={(error) => <Failure {...props} error={error} retry={retry} />}
      >
        <Suspense fallback={<Waiting {...props} />}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    );
  };
}

const keys = new WeakMap<object, number>();
let nKeys = 0;

/** A number of its own for every component. */
function keyOf(part: object): number {
  let key = keys.get(part);
  if (key === undefined) {
    nKeys += 1;
    key = nKeys;
    keys.set(part, key);
  }
  return key;
}

interface BoundaryProps {
  failure: (error: unknown) => ReactNode;
  children: ReactNode;
}

/** Catches failures to load; any other error goes on to the page. */
class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (isMissingPart(error)) return this.props.failure(error);
    throw error;
  }
}
