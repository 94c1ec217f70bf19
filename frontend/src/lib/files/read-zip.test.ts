import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { crc32 } from './crc32';
import { listZip, readZip, type ZipLimits } from './read-zip';

const LIMITS: ZipLimits = { maxEntries: 10, maxBytes: 10_000_000, maxRatio: 200 };
const encoder = new TextEncoder();
const zipped = (files: Record<string, string>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, encoder.encode(text)] as const),
    ),
  );

/** The headers of the directory at the end, one for each file. */
function headers(bytes: Uint8Array): DataView[] {
  const view = new DataView(bytes.buffer);
  const found: DataView[] = [];
  for (let at = 0; at < bytes.length - 46; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) found.push(new DataView(bytes.buffer, at));
  }
  return found;
}

async function keyOf(bytes: Uint8Array): Promise<string> {
  try {
    await readZip(bytes, LIMITS);
    return 'accepted';
  } catch (error) {
    return (error as { key: string }).key;
  }
}

test.each([
  [-1, 'less'],
  [1, 'more'],
  [500_000, 'much_more'],
])('a_declared_size_that_is_off_by_%i_is_found_out_%s', async (difference) => {
  const bytes = zipped({ 'a.md': 'text '.repeat(10_000) });
  for (const header of headers(bytes)) {
    header.setUint32(24, header.getUint32(24, true) + difference, true);
  }
  expect(await keyOf(bytes)).toBe('archive.corrupt');
});

test('an_entry_within_the_bytes_of_another_one_is_refused', async () => {
  // The second file is whole, and lies in the first one, which is stored.
  const inner = zipped({ 'b.md': 'inside' });
  const bytes = zipSync({ 'a.zip': [inner, { level: 0 }], 'b.md': encoder.encode('inside') });
  const [first, second] = headers(bytes).slice(-2);
  const local = (first?.getUint32(42, true) ?? 0) + 30 + 'a.zip'.length;
  second?.setUint32(42, local, true);
  expect(await keyOf(bytes)).toBe('archive.corrupt');
});

test('a_directory_without_end_is_not_read_to_its_end', async () => {
  const n = 65_536;
  const header = new Uint8Array(47);
  new DataView(header.buffer).setUint32(0, 0x02014b50, true);
  new DataView(header.buffer).setUint16(28, 1, true);
  header[46] = 0x2f;
  const bytes = new Uint8Array(n * header.length + 22);
  for (let i = 0; i < n; i += 1) bytes.set(header, i * header.length);
  // The number of entries has no more room in its field than 65,535: it is 0 again.
  const end = new DataView(bytes.buffer, n * header.length);
  end.setUint32(0, 0x06054b50, true);
  end.setUint32(12, n * header.length, true);
  await expect(listZip(bytes)).rejects.toMatchObject({ key: 'archive.tooMany' });
});

test.each([0.2, 0.5, 0.9])('an_archive_cut_at_%d_of_its_length_is_refused', async (part) => {
  const bytes = zipped({ 'a.md': 'a'.repeat(100), 'b.md': 'b'.repeat(100) });
  expect(await keyOf(bytes.slice(0, bytes.length * part))).toBe('archive.notZip');
});

test.each(['../a.md', '/a.md', 'a/../../b.md', 'C:\\a.md', '\\\\host\\a.md', 'a/./../b.md'])(
  'the_path_%j_leads_elsewhere_and_is_refused',
  async (path) => {
    expect(await keyOf(zipped({ [path]: 'x' }))).toBe('archive.unsafePath');
  },
);

test('one_encrypted_file_makes_the_archive_encrypted', async () => {
  const bytes = zipped({ 'a.md': 'x', 'b.md': 'y' });
  headers(bytes)[1]?.setUint16(8, 1, true);
  expect(await keyOf(bytes)).toBe('archive.encrypted');
});

test('a_method_that_no_browser_unpacks_is_named', async () => {
  const bytes = zipped({ 'a.md': 'x' });
  const bzip2 = 12;
  new DataView(bytes.buffer).setUint16(8, bzip2, true);
  headers(bytes)[0]?.setUint16(10, bzip2, true);
  expect(await keyOf(bytes)).toBe('archive.unsupported');
});

test('the_name_in_an_extra_field_counts_only_with_the_check_sum_of_the_other_one', async () => {
  const field = (sum: number) => {
    const data = new Uint8Array(5 + 6);
    data[0] = 1;
    new DataView(data.buffer).setUint32(1, sum, true);
    data.set(encoder.encode('测测'), 5);
    return zipSync({ 'ab.md': [encoder.encode('x'), { extra: { 28789: data } }] });
  };
  expect(await listZip(field(crc32(encoder.encode('ab.md'))))).toEqual(['测测']);
  expect(await listZip(field(7))).toEqual(['ab.md']);
});
