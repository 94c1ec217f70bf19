import { localDay } from '../lib/time/dates';
import {
  BASE_CATEGORIES,
  BASE_STATUSES,
  type CategoryRecord,
  type HistoryEntry,
  type KnowledgeBaseRecord,
  type PostFrontMatter,
  type PostRecord,
  type PostSummary,
  type Timestamp,
} from './schema';

/**
 * Brings whatever stands in a store into the shape of the schema: records of older versions, and damaged ones.
 *
 * A field that cannot be read takes its default; a text is never dropped. A sound record comes back equal.
 */

type Raw = Record<string, unknown>;

export function toKnowledgeBase(raw: unknown): KnowledgeBaseRecord {
  const record = rawOf(raw);
  return {
    id: text(record.id),
    name: text(record.name),
    description: text(record.description),
    order: number(record.order),
    ...stamps(record),
    ...chosen('category', record.category, BASE_CATEGORIES),
    ...chosen('status', record.status, BASE_STATUSES),
  };
}

/** A field of few values; absent when it has none of them. */
function chosen<K extends string, V extends string>(
  key: K,
  value: unknown,
  values: readonly V[],
): { [key in K]?: V } {
  const known = values.find((one) => one === value);
  return known === undefined ? {} : ({ [key]: known } as { [key in K]?: V });
}

export function toCategory(raw: unknown): CategoryRecord {
  const record = rawOf(raw);
  const name = text(record.name);
  return {
    id: text(record.id),
    knowledgeBaseId: text(record.knowledgeBaseId),
    name,
    slug: text(record.slug) || name.toLowerCase().replace(/\s/g, '-'),
    type: text(record.type) || 'docs',
    description: text(record.description),
    order: number(record.order),
    ...stamps(record),
  };
}

/** Whether a stored post has lost its text: neither the text nor a version of it is there. An empty text is one. */
export function isWithoutText(raw: unknown): boolean {
  const { content, history } = rawOf(raw);
  return (content === undefined || content === null) && toHistory(history).length === 0;
}

export function toPost(raw: unknown): PostRecord {
  const record = rawOf(raw);
  const history = toHistory(record.history);
  const { updateDatetime, createDatetime } = stamps(record);
  const frontMatter = toFrontMatter(record.frontMatter, createDatetime);
  const content =
    record.content === undefined || record.content === null
      ? (history.at(-1)?.content ?? '')
      : text(record.content);
  return {
    id: text(record.id),
    title: text(record.title) || frontMatter.title,
    content,
    history,
    createDatetime,
    updateDatetime,
    knowledgeBaseId: text(record.knowledgeBaseId),
    categoryId: text(record.categoryId),
    parentId: typeof record.parentId === 'string' ? record.parentId : null,
    order: number(record.order),
    frontMatter,
    router_path: text(record.router_path),
    collapsed: record.collapsed === true,
    ...(typeof record.isNamed === 'boolean' ? { isNamed: record.isNamed } : {}),
  };
}

/** What the list of documents holds of a post. */
export function summaryOf({
  content: _content,
  history: _history,
  ...summary
}: PostRecord): PostSummary {
  return summary;
}

function toHistory(raw: unknown): HistoryEntry[] {
  if (!Array.isArray(raw)) return [];
  return raw.flatMap((entry: unknown) => {
    if (typeof entry === 'string') return [{ datetime: 0, content: entry }];
    const record = rawOf(entry);
    const content = text(record.content);
    if (content === '') return [];
    const version: HistoryEntry = { datetime: timestamp(record.datetime, 0), content };
    if (typeof record.name === 'string' && record.name !== '') version.name = record.name;
    return [version];
  });
}

function toFrontMatter(raw: unknown, created: Timestamp): PostFrontMatter {
  const record = rawOf(raw);
  const tags = Array.isArray(record.tags)
    ? record.tags.map(text)
    : text(record.tags)
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '');
  return {
    title: text(record.title),
    date: text(record.date) || localDay(new Date(created)),
    tags,
    draft: record.draft === true,
    ...(typeof record.sidebar_label === 'string' ? { sidebar_label: record.sidebar_label } : {}),
  };
}

function stamps(record: Raw): { createDatetime: Timestamp; updateDatetime: Timestamp } {
  const updateDatetime = timestamp(record.updateDatetime, 0);
  const createDatetime = timestamp(record.createDatetime, updateDatetime);
  return { createDatetime, updateDatetime: updateDatetime || createDatetime };
}

function rawOf(raw: unknown): Raw {
  return typeof raw === 'object' && raw !== null ? (raw as Raw) : {};
}

/** Anything as a text: what is no string is written out, so that none of it is lost. */
function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return JSON.stringify(value, null, 2) ?? '';
  return String(value);
}

function number(value: unknown): number {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : 0;
}

/** Milliseconds of a number, a date or a date's text. */
function timestamp(value: unknown, fallback: Timestamp): Timestamp {
  const read =
    value instanceof Date
      ? value.getTime()
      : typeof value === 'string'
        ? Number.isFinite(Number(value)) && value !== ''
          ? Number(value)
          : Date.parse(value)
        : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : fallback;
}
