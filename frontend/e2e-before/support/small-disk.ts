import { execFile } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CHUNK = Buffer.alloc(1024 * 1024);
const LAST = Buffer.alloc(4096);

/** A file system of its own that can be full, for the profile of a browser. */
export class SmallDisk {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Null where this account may not mount one. */
  static async mount(megabytes: number): Promise<SmallDisk | null> {
    const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
      return new SmallDisk(path);
    } catch {
      rmSync(path, { recursive: true });
      return null;
    }
  }

  get #filler(): string {
    return join(this.path, 'filler');
  }

  /** Writes until there is no room for anything. */
  fill(): void {
    const file = openSync(this.#filler, 'a');
    for (const part of [CHUNK, LAST]) {
      try {
        for (;;) writeSync(file, part);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
    closeSync(file);
  }

  /** Gives the room back. */
  free(): void {
    rmSync(this.#filler, { force: true });
  }

  async unmount(): Promise<void> {
    await run('umount', ['-l', this.path]);
    rmSync(this.path, { recursive: true, force: true });
  }
}
