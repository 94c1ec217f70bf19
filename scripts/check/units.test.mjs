import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canReadUnits, unitProblems, units, unknownVariables } from './units.mjs';

/** The problems after lines of a service were put in another way. */
function problemsAfter(from, to) {
  const texts = units();
  const changed = texts['moyan.service'].replace(from, to);
  assert.notEqual(changed, texts['moyan.service']);
  return unitProblems({ ...texts, 'moyan.service': changed });
}

// Without systemd-analyze nothing is read; the check says so.
describe('units of systemd', { skip: !canReadUnits() }, () => {
  it('pass as they are', () => {
    assert.deepEqual(unitProblems(units()), []);
  });

  it('are refused with a weaker sandbox', () => {
    for (const [from, to] of [
      ['CapabilityBoundingSet=\n', ''],
      [/SystemCallFilter=.*\n/g, ''],
      ['User=moyan\n', ''],
    ]) {
      const [problem] = problemsAfter(from, to);
      assert.match(
        problem ?? '',
        /^moyan\.service: an exposure of [\d.]+, at most 1\.5 is allowed$/,
      );
    }
  });

  it('are refused with a directive that systemd does not know', () => {
    const problems = problemsAfter('ProtectHome=', 'ProtectHomes=');
    assert.ok(
      problems.some((problem) => problem.includes("'ProtectHomes'")),
      problems.join('\n'),
    );
  });

  it('are refused with a program that is not there', () => {
    const problems = problemsAfter('/usr/bin/moyan serve', '/usr/bin/moyans serve');
    assert.ok(
      problems.some((problem) => problem.includes('not executable')),
      problems.join('\n'),
    );
  });
});

describe('variables of deploy', () => {
  it('are those of the sample, and files of those', () => {
    const sample = '#PORT=8080\n#JWT_SECRET=\n';
    const text = 'PORT=1\n#JWT_SECRET_FILE=/secret\nPORTS=2\n# Not=one\n';
    assert.deepEqual(unknownVariables(text, /^#?/, sample), ['PORTS']);
    assert.deepEqual(unknownVariables('      PORTS: 1\n', /^ {6}/, sample), ['PORTS']);
  });
});
