import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  dashboardProblems,
  exprProblems,
  knownMetrics,
  monitoringProblems,
} from './monitoring.mjs';

const known = knownMetrics(
  'moyan_answers_total counter route\nmoyan_wait_seconds histogram kind\n',
  [{ record: 'moyan:failures:ratio', labels: { pages: 'free' } }],
);

it('finds nothing wrong with what there is', () => {
  assert.deepEqual(monitoringProblems(), []);
});

it('takes expressions of metrics that there are, with their labels', () => {
  for (const expr of [
    'sum by (route, instance) (rate(moyan_answers_total{instance=~"$instance"}[$__rate_interval]))',
    'histogram_quantile(0.99, sum by (le, kind) (rate(moyan_wait_seconds_bucket{kind="a"}[5m])))',
    'moyan:failures:ratio{pages="free"} > 14.4 * 0.001',
    'node_filesystem_avail_bytes{fstype!="tmpfs"} < 1',
  ]) {
    assert.deepEqual(exprProblems(expr, known), [], expr);
  }
});

it('refuses what does not parse, and metrics and labels that there are not', () => {
  for (const [expr, problem] of [
    ['sum(rate(moyan_answers_total[5m])', /^it does not parse at 33: /],
    ['moyan_answers_total +', /^it does not parse/],
    ['moyan_answers', /^no program has the metric moyan_answers$/],
    ['{__name__="moyan_answers_total"}', /^no program has the metric \{/],
    // A histogram is read by its buckets, its sum and its count.
    ['moyan_wait_seconds', /^no program has the metric moyan_wait_seconds$/],
    ['moyan_answers_total{path="/"}', /^the metric has no label path: /],
    ['sum by (path) (moyan_answers_total)', /^no metric has the label path: /],
    ['moyan:failures:ratio{kind="free"}', /^the metric has no label kind: /],
  ]) {
    assert.match(exprProblems(expr, known)[0] ?? '', problem, expr);
  }
});

it('refuses a dashboard of one Grafana alone', () => {
  const dashboard = (changes) => ({ uid: 'moyan', panels: [], ...changes });
  assert.deepEqual(dashboardProblems(dashboard({})), []);
  const panel = { id: 1, datasource: { type: 'prometheus', uid: 'P1809F7CD0C75ACF3' } };
  for (const changes of [
    { uid: undefined },
    { id: 7 },
    { panels: [panel] },
    { panels: [{ id: 1 }, { id: 1 }] },
  ]) {
    assert.equal(dashboardProblems(dashboard(changes)).length, 1, JSON.stringify(changes));
  }
});
