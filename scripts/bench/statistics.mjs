// Numbers to text: medians, ratios, tables.

/** Median and smallest value of samples in any unit. */
export function summary(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0], count: sorted.length };
}

/** Summaries of each field of samples that are objects of numbers. */
export function summaries(samples) {
  const fields = Object.keys(samples[0] ?? {});
  return Object.fromEntries(
    fields.map((field) => [field, summary(samples.map((one) => one[field]))]),
  );
}

/** Three significant digits, without exponents: 0.0234, 1.23, 45.6, 789, 1234. */
export function digits(value) {
  if (value >= 100) return value.toFixed(0);
  if (value >= 10) return value.toFixed(1);
  if (value >= 1) return value.toFixed(2);
  return value.toFixed(3);
}

/** `median (min)` of a summary, in milliseconds. */
export const time = ({ median, min }) => `${digits(median)} (${digits(min)})`;

/** How often `small` goes into `large`: `12×`. */
export const times = (large, small) => `${digits(large / small)}×`;

/** Kilobytes of 1000 bytes. */
export const kilobytes = (bytes) => `${digits(bytes / 1000)} KB`;

/** Megabytes of 1,000,000 bytes. */
export const megabytes = (bytes) => `${digits(bytes / 1e6)} MB`;

/** A Markdown table; the first column is left-aligned, the others right. */
export function table(head, rows) {
  const rule = head.map((_, column) => (column === 0 ? ':--' : '--:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
