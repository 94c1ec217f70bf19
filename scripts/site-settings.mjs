// Writes what the console needs of the settings of sites from the OpenAPI document: limits, and what new sections hold;
// and the limits as test data, for the server and the console.
//
// Usage: node scripts/site-settings.mjs   (`make gen` does it, `make check` compares)

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { frontend, root } from './paths.mjs';

const generated = path.join(frontend, 'src/api/generated');
const { paths, components } = JSON.parse(
  readFileSync(path.join(generated, 'openapi.json'), 'utf8'),
);
const { schemas } = components;

/** The types of tabs, by the names in paths. */
const TABS = tabTypes();
/** Types whose limits the console asks for, and with them the types of their fields. */
const ROOTS = [
  ...Object.values(TABS),
  'SiteDomainsDto',
  'CreateSiteRequest',
  'PublishRequest',
  'CreateRedeemBatchRequest',
];
const KEYWORDS = ['minLength', 'maxLength', 'format', 'pattern', 'minimum', 'maximum', 'maxItems'];
/** Formats of JSON itself: they have no limits. */
const PLAIN_FORMATS = ['int32', 'int64', 'uuid', 'date-time'];

const limits = {};
ROOTS.forEach(addType);

function nameOf(schema) {
  return schema?.$ref?.split('/').at(-1);
}

/** What is below a site and is answered as it was taken, with its revision, is a tab. Redirects, in no release, are last. */
function tabTypes() {
  const site = '/api/teams/{teamId}/sites/{siteId}/';
  const jsonOf = (holder) => holder?.content?.['application/json']?.schema;
  const saved = Object.entries(paths).flatMap(([path, { put }]) => {
    const taken = nameOf(jsonOf(put?.requestBody));
    const answered = nameOf(jsonOf(put?.responses[200])?.properties.data);
    const isTab = taken !== undefined && nameOf(schemas[answered]?.properties?.data) === taken;
    return isTab && path.startsWith(site) ? [[path.slice(site.length), taken]] : [];
  });
  const inPaths = (tab) => tab.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const order = schemas.SettingsTab.enum.map(inPaths);
  const placeOf = ([name]) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.fromEntries(saved.sort((a, b) => placeOf(a) - placeOf(b)));
}

/** Adds the limits of a type. Says whether it has any. */
function addType(name) {
  if (!(name in limits)) {
    limits[name] = {};
    limits[name] = typeLimits(schemas[name]);
  }
  return Object.keys(limits[name]).length > 0;
}

function typeLimits(schema) {
  if (schema.oneOf) return { oneOf: Object.fromEntries(schema.oneOf.map(kindOf)) };
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    fieldLimits(field),
  ]);
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
}

/** A kind of an enum and the type of what it holds. */
function kindOf({ allOf: [content, { properties }] }) {
  const type = nameOf(content);
  addType(type);
  return [properties.kind.enum[0], type];
}

/** The limits of a field: keywords, the name of its type, or nothing. */
function fieldLimits(schema) {
  const parts = [schema, ...(schema.allOf ?? []), ...(schema.oneOf ?? [])];
  const type = parts.map(nameOf).find((name) => name !== undefined);
  if (type !== undefined) return schemas[type] && addType(type) ? type : undefined;
  const own = Object.fromEntries(
    KEYWORDS.filter((key) => key in schema).map((key) => [key, schema[key]]),
  );
  if (PLAIN_FORMATS.includes(own.format)) delete own.format;
  // What no number of the console goes below is no limit.
  if (own.maximum === undefined) delete own.minimum;
  if (schema.items) {
    const items = fieldLimits(schema.items);
    if (items !== undefined) own.items = items;
    const required = (schema.items.allOf ?? []).flatMap(({ properties }) =>
      Object.keys(properties ?? {}),
    );
    if (required.length > 0) own.required = required;
  }
  return Object.keys(own).length > 0 ? own : undefined;
}

function lines(table) {
  return Object.entries(table)
    .filter(([, row]) => Object.keys(row).length > 0)
    .map(([name, row]) => `  ${JSON.stringify(name)}: ${JSON.stringify(row)},\n`)
    .join('');
}

/** A value with its fields in the order of its type, in which a form shows them: `required` has it. */
function inOrder(type, value) {
  const { required, properties } = schemas[type];
  const names = [...new Set([...required, ...Object.keys(properties)])];
  const field = (name) => {
    const items = properties[name].items && nameOf(properties[name].items);
    return items ? value[name].map((item) => inOrder(items, item)) : value[name];
  };
  return Object.fromEntries(names.map((name) => [name, field(name)]));
}

const byKind = (sections) => Object.fromEntries(sections.map((section) => [section.kind, section]));
/** The examples of a homepage hold them in the order of the languages. */
const newSections = ['zh-CN', 'en'].map((language, at) => [
  language,
  schemas.Homepage.examples[at].sections.map(({ content }) => ({
    kind: content.kind,
    ...inOrder(limits.SectionContent.oneOf[content.kind], content),
  })),
]);

writeFileSync(
  path.join(generated, 'site-settings.ts'),
  `// Written from openapi.json by scripts/site-settings.mjs: do not edit.
import type { components } from './schema';

type Content = components['schemas']['SectionContent'];
type NewSections = { [K in Content['kind']]: Extract<Content, { kind: K }> };

/** Limits by type and field; a text in place of limits is the type of the field. */
export const LIMITS = {
${lines(limits)}} as const;

/** What new sections of the homepage hold, by the language of the site and their kind. */
export const NEW_SECTIONS: Record<components['schemas']['SiteLanguage'], NewSections> = {
${newSections
  .map(
    ([language, sections]) =>
      `  ${JSON.stringify(language)}: {\n${lines(byKind(sections)).replaceAll(/^/gm, '  ').trimEnd()}\n  },\n`,
  )
  .join('')}};
`,
);

/** The limits of fields that the sample of all settings has, for the tests of both sides. */
function* casesOf(tab, field, value, path) {
  if (field === undefined || value === null || value === undefined) return;
  if (typeof field === 'string') {
    const { oneOf, ...fields } = limits[field];
    if (oneOf !== undefined) yield* casesOf(tab, oneOf[value.kind], value, path);
    for (const [name, own] of Object.entries(fields)) {
      yield* casesOf(tab, own, value[name], path === '' ? name : `${path}.${name}`);
    }
    return;
  }
  const { minLength, maxLength, minimum, maximum, maxItems, items, required = [] } = field;
  if (maxItems !== undefined) yield { tab, field: path, items: maxItems };
  if (maximum !== undefined) yield { tab, field: path, min: minimum, max: maximum };
  if (maxLength !== undefined || minLength !== undefined) {
    yield { tab, field: path, chars: maxLength, ...(minLength > 0 && { isRequired: true }) };
  }
  for (const name of required) yield { tab, field: `${path}[0].${name}`, isRequired: true };
  if (items === undefined) return;
  for (const [at, item] of value.entries()) yield* casesOf(tab, items, item, `${path}[${at}]`);
}

const data = path.join(root, 'server/tests/data');
const sample = JSON.parse(readFileSync(path.join(data, 'site-settings.json'), 'utf8'));
const cases = Object.entries(TABS).flatMap(([tab, type]) => [
  ...casesOf(tab, type, sample[tab], ''),
]);
writeFileSync(
  path.join(data, 'site-settings-limits.json'),
  `[\n${cases.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`,
);
