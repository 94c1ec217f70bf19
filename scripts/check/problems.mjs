// Collects what a check finds, so that one run names every problem.

import { StepError } from '../steps.mjs';

/** Throws a StepError that lists the problems; with none it prints what was checked. */
export function report(problems, checked) {
  if (problems.length > 0) {
    throw new StepError(problems.map((problem) => `- ${problem}`).join('\n'));
  }
  console.log(checked);
}
