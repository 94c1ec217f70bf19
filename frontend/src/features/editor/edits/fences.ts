/** Whether a text ends inside a fenced code block. */
export function isInFence(text: string): boolean {
  let open: string | null = null;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (mark?.[1] === undefined) continue;
    if (open === null) open = mark[1];
    else if (mark[1][0] === open[0] && mark[1].length >= open.length && mark[2]?.trim() === '') {
      open = null;
    }
  }
  return open !== null;
}
