// Runs a program with a private PostgreSQL, which DATABASE_URL names.
//
// Usage: node scripts/with-postgres.mjs cargo test -p moyan-server

import { withPostgres } from './postgres.mjs';
import { run, StepError } from './steps.mjs';

const [program, ...args] = process.argv.slice(2);
if (!program) {
  console.error('usage: node scripts/with-postgres.mjs PROGRAM [ARGUMENTS]');
  process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => process.exit(1));
}
try {
  await withPostgres('postgres-test', (url) => run(program, args, { env: { DATABASE_URL: url } }), {
    isInMemory: true,
  });
} catch (error) {
  console.error(error instanceof StepError ? error.message : error);
  process.exitCode = 1;
}
