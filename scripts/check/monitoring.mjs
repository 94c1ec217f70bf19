// What deploy/monitoring asks Prometheus: each expression parses, and names metrics and labels that there are.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { frontend, root } from '../paths.mjs';

const require = createRequire(path.join(frontend, 'package.json'));
const { parser } = require('@prometheus-io/lezer-promql');
const yaml = require('js-yaml');

const folder = path.join(root, 'deploy', 'monitoring');
/** The rules; a test of promtool's stands beside those of ours. */
const rules = readdirSync(folder).filter((file) => file.endsWith('.rules.yaml'));
const ruleTests = 'moyan.rules.test.yaml';

/** Metrics of Prometheus itself and of the exporters in prometheus.yaml. */
const ofOthers = new Set([
  'up',
  ...['node_filesystem_avail_bytes', 'node_filesystem_size_bytes'],
  ...['pg_stat_replication_pg_wal_lsn_diff', 'pg_stat_archiver_failed_count'],
  'probe_ssl_earliest_cert_expiry',
]);
/** Labels that Prometheus adds when it scrapes. */
const ofPrometheus = ['job', 'instance'];
/** What Grafana puts in the place of its variables. */
const variables = { $__rate_interval: '5m' };

const read = (file) => readFileSync(path.join(folder, file), 'utf8');

/** What is wrong with the dashboard and the rules, a line each. */
export function monitoringProblems() {
  const loaded = rules.map((file) => [file, yaml.load(read(file))]);
  const recorded = loaded.flatMap(([, { groups }]) =>
    groups.flatMap(({ rules }) => rules.filter(({ record }) => record)),
  );
  const known = knownMetrics(read('metrics.txt'), recorded);
  const dashboard = JSON.parse(read('dashboard.json'));
  return [
    ...loaded.flatMap(([file, { groups }]) =>
      groups.flatMap(({ rules }) =>
        rules.flatMap(({ alert, record, expr }) =>
          exprProblems(expr, known).map((problem) => `${file}, ${alert ?? record}: ${problem}`),
        ),
      ),
    ),
    ...dashboard.panels.flatMap(({ title, targets = [] }) =>
      targets.flatMap(({ expr }) =>
        exprProblems(expr, known).map((problem) => `dashboard.json, ${title}: ${problem}`),
      ),
    ),
    ...dashboardProblems(dashboard),
  ].map((problem) => `deploy/monitoring/${problem}`);
}

/**
 * The names that may stand in an expression, with the labels of each; undefined for those whose labels are not known.
 *
 * - `list`: lines of name, type and labels
 * - `recorded`: rules that record a series under a name of their own
 */
export function knownMetrics(list, recorded = []) {
  const known = new Map([...ofOthers].map((name) => [name, undefined]));
  for (const line of list.trimEnd().split('\n')) {
    const [name, kind, ...labels] = line.split(' ');
    if (kind === 'histogram') {
      known.set(`${name}_bucket`, [...labels, 'le']);
      known.set(`${name}_sum`, labels);
      known.set(`${name}_count`, labels);
    } else {
      known.set(name, labels);
    }
  }
  for (const { record, labels = {} } of recorded) {
    known.set(record, Object.keys(labels));
  }
  return known;
}

/** What is wrong with an expression of PromQL. */
export function exprProblems(expr, known) {
  const text = Object.entries(variables).reduce(
    (text, [name, value]) => text.replaceAll(name, value),
    expr,
  );
  const problems = [];
  const found = [];
  const grouped = [];
  parser.parse(text).iterate({
    enter({ type, name, from, to, node }) {
      const word = text.slice(from, to);
      if (type.isError) {
        problems.push(`it does not parse at ${from}: ${text}`);
      } else if (name === 'VectorSelector') {
        const metric = node.getChild('Identifier');
        const metricName = metric && text.slice(metric.from, metric.to);
        found.push(known.get(metricName));
        if (!known.has(metricName)) {
          problems.push(`no program has the metric ${metricName ?? word}`);
        }
      } else if (name === 'LabelName' && node.parent?.name === 'GroupingLabels') {
        grouped.push(word);
      } else if (name === 'LabelName' && !isLabel(word, found.slice(-1))) {
        problems.push(`the metric has no label ${word}: ${text}`);
      }
    },
  });
  const unknown = grouped.filter((word) => !isLabel(word, found));
  return [...problems, ...unknown.map((word) => `no metric has the label ${word}: ${text}`)];
}

/** Whether one of these metrics has a label; each is its labels, or undefined when they are not known. */
function isLabel(word, metrics) {
  return ofPrometheus.includes(word) || metrics.some((labels) => labels?.includes(word) ?? true);
}

/** What would keep a dashboard from working in the Grafana of somebody else. */
export function dashboardProblems(dashboard) {
  const problems = [];
  if (dashboard.id !== undefined || !/^[a-z-]+$/.test(dashboard.uid ?? '')) {
    problems.push('dashboard.json: a uid of its own is needed, and no id');
  }
  const sources = JSON.stringify(dashboard).matchAll(/"datasource":\{[^}]*"uid":"([^"]*)"/g);
  const foreign = [...sources].map(([, uid]) => uid).filter((uid) => uid !== '$' + '{datasource}');
  if (foreign.length > 0) {
    problems.push(`dashboard.json: data sources of one Grafana alone: ${foreign.join(', ')}`);
  }
  const ids = dashboard.panels.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) {
    problems.push('dashboard.json: two panels have one id');
  }
  return problems;
}

/** What promtool says of the rules and of their tests; nothing, said aloud, where it is not installed. */
export function promtoolProblems() {
  if (spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status !== 0) {
    console.log('no promtool is here: the tests of the rules in deploy/monitoring were not run');
    return [];
  }
  const runs = [
    ['check', 'config', '--syntax-only', 'prometheus.yaml'],
    ['check', 'rules', ...rules],
    ['test', 'rules', ruleTests],
  ];
  return runs.flatMap((args) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, {
      cwd: folder,
      encoding: 'utf8',
    });
    return status === 0 ? [] : [`promtool ${args.join(' ')}:\n${stdout}${stderr}`];
  });
}
