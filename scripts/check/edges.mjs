// Who may depend on whom, as far as neither the compiler nor deny.toml keeps it: the engine's crates, the server's features
// and its tables.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { environment, root } from '../paths.mjs';
import { StepError } from '../steps.mjs';
import { report } from './problems.mjs';

/** The engine's crates and what they may be built from: nothing of ours but this. */
const engine = {
  'moyan-article': [],
  'moyan-highlight': ['moyan-regex', 'syntect'],
  'moyan-export': [],
  'moyan-math': [],
  'moyan-regex': [],
};
/** What the engine never reaches for: it knows no file, no clock, no environment, no network. */
const worldly = /\bstd::(fs|time|env|net|process|thread)\b/;
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
  backups: ['backups.rs'],
  categories: ['features/document'],
  disputes: ['features/membership'],
  document_presences: ['features/document'],
  document_revisions: ['features/document'],
  documents: ['features/document'],
  jobs: ['jobs'],
  idempotency_keys: ['idempotency'],
  knowledge_bases: ['features/knowledge_base'],
  knowledge_base_view_totals: ['features/knowledge_base'],
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
  site_view_totals: ['features/site'],
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
  const problems = [
    ...ours.flatMap(crateProblems),
    ...bindingsInServer(),
    ...Object.keys(engine).flatMap(worldProblems),
    ...featureProblems(),
    ...tableProblems(),
  ];
  report(problems, `${ours.length} crates of ours`);
}

function cargo(...args) {
  const result = spawnSync('cargo', [...args, '--locked'], {
    cwd: root,
    env: environment(),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (result.status !== 0) {
    throw new StepError(result.stderr);
  }
  return result.stdout;
}

function metadata() {
  return JSON.parse(cargo('metadata', '--format-version', '1', '--no-deps'));
}

/** What a crate of the engine depends on and may not. Tests may stand on anything. */
function crateProblems({ name, dependencies }) {
  const allowed = engine[name];
  if (!allowed) {
    return [];
  }
  const built = dependencies.filter(({ kind }) => kind !== 'dev');
  const foreign = built.filter((other) => other.path && !allowed.includes(other.name));
  const bindings = built.filter(
    (other) => /bindgen|^(js|web)-sys$/.test(other.name) && !/wasm32/.test(other.target ?? ''),
  );
  return [
    ...foreign.map((other) => `${name} depends on ${other.name}`),
    ...bindings.map((other) => `${name} depends on ${other.name} for more than wasm32`),
  ];
}

/** JavaScript's bindings must not be linked into the server. */
function bindingsInServer() {
  const tree = cargo('tree', '-p', 'moyan-server', '-e', 'normal,build', '--prefix', 'none');
  const isLinked = tree.split('\n').some((line) => line.startsWith('wasm-bindgen v'));
  return isLinked ? ['moyan-server is linked with wasm-bindgen'] : [];
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
