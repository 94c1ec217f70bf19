/** A way out of the screen that the router was asked to go. */
export interface Navigation {
  /** By the browser's buttons, and not by a link or the program. */
  isByHistory: boolean;
  /** Where it leads. */
  pathname: string;
}

/** A navigation that waits for an answer. */
export interface HeldNavigation {
  proceed(): void;
  stay(): void;
}

/** What would lose something by a navigation. */
export interface NavigationGuard {
  stops(navigation: Navigation): boolean;
  /** Asks about a navigation that it has stopped. It ends with one of the two answers. */
  ask(held: HeldNavigation): void;
}

const guards: NavigationGuard[] = [];

/** Asks `guard` before the router leaves. Returns a function that removes it. */
export function addNavigationGuard(guard: NavigationGuard): () => void {
  guards.push(guard);
  return () => {
    const at = guards.indexOf(guard);
    if (at >= 0) guards.splice(at, 1);
  };
}

/**
 * The guard that stops a navigation: of several the one that came last, since it lies over the others.
 *
 * The router knows one blocker only: of several it asks the last, whether or not that one has something to lose.
 */
export function guardOf(navigation: Navigation): NavigationGuard | undefined {
  return guards.findLast((guard) => guard.stops(navigation));
}
