// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { startI18n } from '../i18n';
import { toast } from '../ui/states/toast';
import { Offline } from './offline';

vi.mock('../config/env', () => ({ env: { isDevelopment: false } }));

/** A service worker, and what a page is told of it. */
class Worker extends EventTarget {
  state = 'installing';
  postMessage = vi.fn();

  reaches(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  active: Worker | null = null;

  finds(worker: Worker): void {
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
  }

  installed(worker: Worker): void {
    [this.installing, this.waiting] = [null, worker];
    worker.reaches('installed');
  }
}

class Container extends EventTarget {
  controller: Worker | null = null;
  readonly registration = new Registration();
  register = () => Promise.resolve(this.registration);
}

let container: Container;
let offered: MockInstance<typeof toast.note>;

/** Opens a page and waits until it has registered the worker. */
async function open(): Promise<void> {
  const words = await startI18n('en');
  render(
    <I18nextProvider i18n={words}>
      <Offline />
    </I18nextProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(3000));
}

beforeEach(() => {
  vi.useFakeTimers();
  offered = vi.spyOn(toast, 'note').mockReturnValue();
  container = new Container();
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: container } }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a_first_visitor_is_offered_no_new_version_also_when_the_worker_is_said_to_control_the_page_early', async () => {
  await open();
  const first = new Worker();
  container.registration.finds(first);
  container.controller = first;
  container.registration.installed(first);
  expect(offered).not.toHaveBeenCalled();
});

test.each(['waits', 'has taken over'])(
  'a_first_worker_that_%s_already_is_no_new_version',
  async (state) => {
    const first = new Worker();
    container.controller = first;
    container.registration.waiting = first;
    if (state === 'has taken over') container.registration.active = first;
    await open();
    expect(offered).not.toHaveBeenCalled();
  },
);

test('a_version_that_is_found_or_waits_beside_another_is_offered', async () => {
  const [old, next] = [new Worker(), new Worker()];
  [container.controller, container.registration.active] = [old, old];
  await open();
  container.registration.finds(next);
  expect(offered).not.toHaveBeenCalled();
  container.registration.installed(next);
  expect(offered).toHaveBeenCalledOnce();
  cleanup();
  await open();
  expect(offered).toHaveBeenCalledTimes(2);
  offered.mock.lastCall?.[1]?.action?.onSelect();
  await vi.waitFor(() => expect(next.postMessage).toHaveBeenCalledWith('takeOver'));
});
