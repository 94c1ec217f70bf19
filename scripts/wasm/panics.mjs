// Takes the text of panics out of a module.
//
// A panic of a module ends in a trap, whatever it has to say: nobody reads its message in a browser. Still the code
// that makes messages is linked. Here the functions that every panic goes through become the trap itself, and
// wasm-opt then drops what only they called.

/** Functions of the standard library that never return. */
const endings = [
  /\bcore(\[\w+\])?::panicking::(panic\w*|assert_failed\w*)/,
  /\bcore(\[\w+\])?::(option|result)::(unwrap|expect)_failed/,
  /\bcore(\[\w+\])?::cell::panic_already\w*/,
  /\bcore(\[\w+\])?::slice::index::slice_\w*fail/,
  /\bcore(\[\w+\])?::str::slice_error_fail/,
  /\balloc(\[\w+\])?::raw_vec::(handle_error|capacity_overflow)/,
  /\balloc(\[\w+\])?::alloc::handle_alloc_error/,
  /\brust_begin_unwind$/,
];

/** A body without locals that is `unreachable`, with its length. */
const trap = Buffer.from([3, 0, 0x00, 0x0b]);
const sections = { custom: 0, import: 2, code: 10 };

/** The module with trapping panics. Throws when it names none of them: then a name has changed. */
export function withTrappingPanics(wasm) {
  const found = sectionsOf(wasm);
  const names = functionNames(found);
  const nImports = functionImports(found);
  let nTraps = 0;
  const parts = found.map(({ id, whole, body }) => {
    if (id !== sections.code) return whole;
    const read = reader(body);
    const count = read.number();
    const bodies = [encoded(count)];
    for (let index = 0; index < count; index += 1) {
      const start = read.at();
      read.skip(read.number());
      const name = names.get(nImports + index) ?? '';
      const isEnding = endings.some((ending) => ending.test(name));
      nTraps += Number(isEnding);
      bodies.push(isEnding ? trap : body.subarray(start, read.at()));
    }
    const code = Buffer.concat(bodies);
    return Buffer.concat([Buffer.from([id]), encoded(code.length), code]);
  });
  if (nTraps === 0) {
    throw new Error('the module names no function that panics go through');
  }
  return Buffer.concat([wasm.subarray(0, 8), ...parts]);
}

function sectionsOf(wasm) {
  const found = [];
  const read = reader(wasm, 8);
  while (read.at() < wasm.length) {
    const start = read.at();
    const id = read.byte();
    const length = read.number();
    const body = wasm.subarray(read.at(), read.at() + length);
    read.skip(length);
    found.push({ id, body, whole: wasm.subarray(start, read.at()) });
  }
  return found;
}

/** Names by function index, from the custom section `name`. */
function functionNames(found) {
  const names = new Map();
  for (const { id, body } of found) {
    const read = reader(body);
    if (id !== sections.custom || read.text() !== 'name') continue;
    while (read.at() < body.length) {
      const kind = read.byte();
      const end = read.number() + read.at();
      for (let left = kind === 1 ? read.number() : 0; left > 0; left -= 1) {
        names.set(read.number(), read.text());
      }
      read.skip(end - read.at());
    }
  }
  return names;
}

/** Number of imported functions, which come first in the index. */
function functionImports(found) {
  const body = found.find(({ id }) => id === sections.import)?.body ?? Buffer.from([0]);
  const read = reader(body);
  let functions = 0;
  for (let left = read.number(); left > 0; left -= 1) {
    read.text();
    read.text();
    const kind = read.byte();
    if (kind !== 0) {
      throw new Error(`an import of kind ${kind}: only functions are expected`);
    }
    read.number();
    functions += 1;
  }
  return functions;
}

function reader(bytes, start = 0) {
  let at = start;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  return {
    at: () => at,
    byte: () => bytes[at++],
    number,
    skip: (length) => {
      at += length;
    },
    text: () => {
      const length = number();
      at += length;
      return bytes.toString('utf8', at - length, at);
    },
  };
}

function encoded(number) {
  const bytes = [];
  let rest = number;
  do {
    bytes.push((rest & 127) | (rest > 127 ? 128 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return Buffer.from(bytes);
}
