// Who may depend on whom: the crates, what they are licensed under, and the server's features.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { environment, root } from '../paths.mjs';
import { StepError } from '../steps.mjs';
import { report } from './problems.mjs';

/** The engine's crates and what they may be built from: nothing of ours but this. */
const engine = {
  'moyan-article': { ours: [], parser: 'comrak' },
  'moyan-highlight': { ours: ['moyan-regex', 'syntect'], parser: 'syntect' },
  'moyan-export': { ours: [], parser: 'html5ever' },
  'moyan-math': { ours: [], parser: 'ratex-parser' },
  'moyan-regex': { ours: [] },
};
/** Which crate alone may name which parser. */
const owners = {
  comrak: 'moyan-article',
  syntect: 'moyan-highlight',
  html5ever: 'moyan-export',
};
/** What the engine never reaches for: it knows no file, no clock, no environment, no network. */
const worldly = /\bstd::(fs|time|env|net|process|thread)\b/;
/** Crates that must not be linked into the server: JavaScript's bindings and a second regex engine. */
const absentFromServer = ['wasm-bindgen', 'onig', 'onig_sys'];
/** The server's features; one may import only those to its right. */
const featureOrder = (
  'public_site publish newsletter membership visitor admin account site document knowledge_base ' +
  'image team mail audit system'
).split(' ');

/** Who may write a table. Everybody may read it in a join. */
const tableWriters = {
  audit_entries: ['features/audit'],
  accepted_changes: ['features/document'],
  avatars: ['features/account'],
  categories: ['features/document'],
  disputes: ['features/membership'],
  document_presences: ['features/document'],
  document_revisions: ['features/document'],
  documents: ['features/document'],
  jobs: ['jobs'],
  idempotency_keys: ['idempotency'],
  knowledge_bases: ['features/knowledge_base'],
  files: ['features/image'],
  former_payment_keys: ['features/membership'],
  knowledge_base_diagrams: ['features/image'],
  knowledge_base_images: ['features/image'],
  mails: ['features/mail'],
  // A site takes its orders along to another team.
  orders: ['features/membership', 'features/site/queries/moving.rs'],
  coupon_uses: ['features/membership'],
  coupons: ['features/membership'],
  grant_revocations: ['features/membership'],
  grants: ['features/membership'],
  membership_reminders: ['features/membership'],
  plan_reminders: ['features/site'],
  order_events: ['features/membership'],
  redeem_batches: ['features/membership'],
  redeem_codes: ['features/membership'],
  newsletter_subscribers: ['features/newsletter'],
  refunds: ['features/membership'],
  payment_methods: ['features/membership'],
  payment_notifications: ['features/membership'],
  payments: ['features/membership'],
  // A site in the bin publishes nothing.
  document_schedules: ['features/publish', 'features/site/queries/sites.rs'],
  // A base that is removed leaves behind where its documents had moved.
  release_documents: ['features/publish', 'features/knowledge_base/queries.rs'],
  release_files: ['features/publish'],
  releases: ['features/publish'],
  rendered_documents: ['features/publish'],
  sessions: ['features/account', 'access'],
  site_domains: ['features/site'],
  site_former_slugs: ['features/site'],
  site_page_views: ['features/site'],
  site_redirects: ['features/site', 'features/publish'],
  site_settings: ['features/site'],
  site_sources: ['features/site'],
  site_views: ['features/site'],
  sites: ['features/site', 'features/publish'],
  team_images: ['features/image'],
  team_invitations: ['features/team'],
  team_members: ['features/team'],
  teams: ['features/team'],
  throttles: ['throttle.rs'],
  users: ['features/account', 'access'],
  verification_codes: ['features/account'],
  visitor_codes: ['features/visitor'],
  visitor_sessions: ['features/visitor'],
  visitors: ['features/visitor'],
};

/** Checks all edges and throws with every one that should not be. */
export function checkEdges() {
  const { packages, workspace_members: members } = metadata();
  const ours = packages.filter(({ id }) => members.includes(id));
  const licenses = allowedLicenses();
  const problems = [
    ...ours.flatMap(crateProblems),
    ...packages.flatMap((crate) => licenseProblems(crate, licenses)),
    ...absentFromServer
      .filter(isLinkedIntoServer)
      .map((name) => `moyan-server is linked with ${name}`),
    ...Object.keys(engine).flatMap(worldProblems),
    ...featureProblems(),
    ...tableProblems(),
  ];
  report(problems, `${ours.length} crates of ours and ${packages.length - ours.length} others`);
}

function cargo(args) {
  return spawnSync('cargo', args, {
    cwd: root,
    env: environment(),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
}

function metadata() {
  const result = cargo(['metadata', '--format-version', '1', '--locked']);
  if (result.status !== 0) {
    throw new StepError(result.stderr);
  }
  return JSON.parse(result.stdout);
}

/** What a crate of ours depends on and may not. */
function crateProblems({ name, dependencies }) {
  const rules = engine[name];
  // Tests may stand on anything.
  return dependencies
    .filter(({ kind }) => kind !== 'dev')
    .flatMap((dependency) => {
      const owner = owners[dependency.name];
      const problems = [];
      if (rules && dependency.path && !rules.ours.includes(dependency.name)) {
        problems.push(`${name} depends on ${dependency.name}`);
      }
      if (owner && owner !== name && name !== 'xtask') {
        problems.push(`${name} depends on ${dependency.name}, which only ${owner} may name`);
      }
      if (
        rules &&
        /bindgen|^(js|web)-sys$/.test(dependency.name) &&
        !/wasm32/.test(dependency.target ?? '')
      ) {
        problems.push(`${name} depends on ${dependency.name} for more than wasm32`);
      }
      return problems;
    });
}

function licenseProblems({ name, version, license, source }, licenses) {
  // A crate of ours has no source and is licensed by the file LICENSE.
  if (source === null || accepts(license ?? '', licenses)) {
    return [];
  }
  return [`${name} ${version} is licensed under ${license ?? 'nothing that its manifest names'}`];
}

/** The licenses that deny.toml allows. */
function allowedLicenses() {
  const [, list] = /^allow = \[([^\]]*)\]/m.exec(
    readFileSync(path.join(root, 'deny.toml'), 'utf8'),
  );
  return new Set([...list.matchAll(/"([^"]+)"/g)].map(([, license]) => license));
}

/** Whether a license expression can be met by the list: one side of OR, both sides of AND. */
function accepts(expression, licenses) {
  const tokens = expression
    .replaceAll('/', ' OR ')
    .replaceAll(' WITH ', '-WITH-')
    .match(/[()]|[^\s()]+/g);
  const either = () => {
    let accepted = both();
    while (tokens?.[0] === 'OR') {
      tokens.shift();
      accepted = both() || accepted;
    }
    return accepted;
  };
  const both = () => {
    let accepted = one();
    while (tokens?.[0] === 'AND') {
      tokens.shift();
      accepted = one() && accepted;
    }
    return accepted;
  };
  const one = () => {
    const token = tokens?.shift() ?? '';
    if (token !== '(') {
      return licenses.has(token.replace('-WITH-', ' WITH '));
    }
    const accepted = either();
    tokens.shift();
    return accepted;
  };
  return either();
}

function isLinkedIntoServer(name) {
  const result = cargo([
    'tree',
    '--locked',
    '-p',
    'moyan-server',
    '-e',
    'normal,build',
    '--prefix',
    'none',
  ]);
  if (result.status !== 0) {
    throw new StepError(result.stderr);
  }
  return result.stdout.split('\n').some((line) => line.startsWith(`${name} v`));
}

/** Lines of an engine crate, tests apart, that reach for the world. */
function worldProblems(name) {
  const folder = path.join(root, 'engine-wasm', name.replace('moyan-', ''), 'src');
  return rustFiles(folder).flatMap((file) => {
    const code = readFileSync(file, 'utf8').split(/^\s*#\[cfg\(test\)\]/m)[0];
    const found = code
      .split('\n')
      .find((line) => worldly.test(line) && !line.trim().startsWith('//'));
    return found ? [`${path.relative(root, file)} reaches for the world: ${found.trim()}`] : [];
  });
}

function featureProblems() {
  const folder = path.join(root, 'server', 'src', 'features');
  const features = readdirSync(folder, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return features.flatMap(({ name }) => {
    const rank = featureOrder.indexOf(name);
    if (rank < 0) {
      return [`the feature ${name} has no place in the order of scripts/check/edges.mjs`];
    }
    return rustFiles(path.join(folder, name)).flatMap((file) =>
      featuresIn(readFileSync(file, 'utf8'))
        .filter((other) => other !== name && featureOrder.indexOf(other) < rank)
        .map((other) => `${path.relative(root, file)} imports the feature ${other}`),
    );
  });
}

/** The features that a Rust file names, also inside the braces of a `use`. */
export function featuresIn(code) {
  const imports = [...code.matchAll(/\buse\s+([^;]+);/g)].flatMap(([, tree]) => pathsOf(tree));
  const inline = [...code.matchAll(/\bcrate(::\w+)+/g)].map(([name]) => name);
  const names = [...imports, ...inline].map((name) => /^crate::features::(\w+)/.exec(name)?.[1]);
  return [...new Set(names.filter(Boolean))];
}

/** The paths of a `use`: `a::{b, c::{d, e}}` is `a::b`, `a::c::d` and `a::c::e`. */
function pathsOf(tree) {
  const text = tree.replace(/\s+/g, ' ').trim();
  const open = text.indexOf('{');
  if (open < 0) {
    return [text];
  }
  const branches = [''];
  let depth = 0;
  for (const letter of text.slice(open + 1, text.lastIndexOf('}'))) {
    depth += { '{': 1, '}': -1 }[letter] ?? 0;
    if (letter === ',' && depth === 0) {
      branches.push('');
    } else {
      branches[branches.length - 1] += letter;
    }
  }
  return branches
    .filter((branch) => branch.trim())
    .flatMap(pathsOf)
    .map((name) => text.slice(0, open) + name);
}

/** Statements that write a table outside the part of the server that owns it, and tables that nobody owns. */
function tableProblems() {
  const foundation = path.join(root, 'server', 'foundation', 'src');
  const tables = [
    ...readFileSync(path.join(foundation, 'schema.rs'), 'utf8').matchAll(/^ {4}(\w+) \(/gm),
  ];
  const unowned = tables
    .filter(([, table]) => !tableWriters[table])
    .map(([, table]) => `the table ${table} has no owner in scripts/check/edges.mjs`);
  const writes = (source) => (file) => {
    const place = path.relative(source, file).split(path.sep).join('/');
    return tablesWrittenIn(readFileSync(file, 'utf8'))
      .filter((table) => !tableWriters[table]?.some((owner) => place.startsWith(owner)))
      .map((table) => `${path.relative(root, file)} writes the table ${table}`);
  };
  const foreign = [path.join(root, 'server', 'src'), foundation].flatMap((source) =>
    rustFiles(source).flatMap(writes(source)),
  );
  return [...unowned, ...foreign];
}

/** The tables that the statements of a Rust file write. */
export function tablesWrittenIn(code) {
  const diesel = code.matchAll(/\b(?:insert_into|update|delete)\(\s*(\w+)::table\b/g);
  const sql = code.matchAll(
    /\b(?:INSERT INTO|UPDATE|DELETE FROM) ([a-z_]+)\b(?=[^"]* (?:SET|VALUES|WHERE|AS)\b)/g,
  );
  return [...diesel, ...sql].map(([, table]) => table);
}

function rustFiles(folder) {
  if (!existsSync(folder)) {
    return [];
  }
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.rs') && entry.name !== 'tests.rs')
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
}
