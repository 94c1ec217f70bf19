// What must hold, by the numbers of the invariants:
//
// 1. What was acknowledged is in the database that won; what was not is there once or not at all.
// 2. Money and memberships add up: payments less refunds, one grant and one mail for each paid order.
// 3. What is hidden is in no answer to who may not see it.
// 4. Free pages answer, on at least one server.
// 5. Nothing takes longer than 15 s; failures come only around a fault.
// 6. After healing the servers are ready in 30 s, no job waits longer than two minutes, and memory is as before.

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { StepError } from '../steps.mjs';
import { ask, isAway } from './client.mjs';
import { staleS } from './system.mjs';
import { canaries, hosts, priceFen } from './world.mjs';

/** Milliseconds that an answer may take at most. */
const answerMs = 15_000;
/** Milliseconds after a fault in which requests may still fail. */
const healingMs = 10_000;
/** Milliseconds after which a rule that was acknowledged acts on every server, and that much more around a fault. */
const rulesActMs = 1_000;
const rulesStaleMs = staleS.ruled * 1000;
/** Seconds until the servers are ready, and until what the provider told nobody is known by asking it. */
const readyS = 30;
const askedS = 60;
/** How old a job that waits may be. */
const jobAge = '2 minutes';
/** By how much a server may be larger than before, as a part of it. */
const memoryGrowth = 0.2;

/** A violated invariant. */
export class Violation extends StepError {
  constructor(number, sentence) {
    super(`invariant ${number}: ${sentence}`);
  }
}

/** Sees every answer while the faults happen. `fail(violation)` is called for the first violation. */
export class Watch {
  nRequests = 0;
  nRefused = 0;
  nFreePages = 0;
  worstMs = 0;

  constructor(windows, fail) {
    Object.assign(this, { windows, fail });
  }

  /** Whether a fault was there, or just before, between two moments. */
  #isAroundFault(from, until) {
    return this.windows.some((one) => from <= one.until + healingMs && until >= one.from);
  }

  /** An answer of the balancer. */
  answered(answer, what) {
    const { startedAt, ms, status, error } = answer;
    this.nRequests += 1;
    this.worstMs = Math.max(this.worstMs, ms);
    if (ms > answerMs) {
      this.fail(new Violation(5, `${what} took ${(ms / 1000).toFixed(1)} s`));
    }
    if (!isAway(answer)) return;
    this.nRefused += 1;
    if (!this.#isAroundFault(startedAt, startedAt + ms)) {
      this.fail(new Violation(5, `${what} was answered ${status ?? error} without a fault`));
    }
  }

  /** Whether one of the servers had a free page; `answers()` are those of both. */
  async readFreePage(isThere, answers) {
    this.nFreePages += 1;
    if (isThere) return;
    const seen = (await answers()).map(({ status, error }) => status ?? error);
    this.fail(new Violation(4, `no server had the free page: ${seen.join(', ')}`));
  }

  /**
   * What a guest was answered by one server. The switched text was hidden since `hiddenBefore` when it was asked for, and
   * since `hiddenAfter` when the answer came; undefined where it may have been open.
   */
  readAsGuest({ startedAt, ms, text }, title, hiddenBefore, hiddenAfter) {
    if (!text?.includes(canaries[title])) return;
    const ageMs = startedAt - hiddenBefore;
    const seen = `a guest read the ${title} text`;
    if (title === 'gated') {
      this.fail(new Violation(3, seen));
    } else if (hiddenBefore === hiddenAfter && hiddenBefore !== undefined) {
      const isSlow = this.#isAroundFault(hiddenBefore, startedAt + ms);
      if (ageMs > rulesActMs + (isSlow ? rulesStaleMs : 0)) {
        this.fail(new Violation(3, `${seen} ${ageMs} ms after it was hidden`));
      }
    }
  }

  /** What a member was answered, whose membership was acknowledged before. */
  readAsMember({ status, text }) {
    if (status === 200 && !text.includes(canaries.gated)) {
      this.fail(new Violation(1, 'a member with an acknowledged membership read the wall'));
    }
  }
}

/** Kilobytes of memory that each server has. */
export const memoryOf = ({ servers }) =>
  servers.map(({ pid }) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
  );

/** Checks what must hold once everything has healed; memory where it was measured before. Throws a Violation. */
export async function checkHealed(system, world, notes, memoryBefore) {
  await checkReady(system);
  await checkAcknowledged(system, world, notes);
  if (memoryBefore) checkMemory(system, memoryBefore);
}

/** Checks that what the clients noted is there, and that no job is left behind. Throws a Violation. */
export async function checkAcknowledged(system, world, notes) {
  await checkTexts(system, world, notes);
  await checkImages(world, notes);
  await checkMoney(system, notes);
  await checkJobs(system);
}

async function checkReady({ servers }) {
  const until = Date.now() + readyS * 1000;
  for (const [index, { address }] of servers.entries()) {
    for (;;) {
      const { status, error } = await ask(address, { route: '/readyz' });
      if (status === 200) break;
      if (Date.now() > until) {
        throw new Violation(6, `server ${index} was not ready in ${readyS} s: ${status ?? error}`);
      }
      await sleep(100);
    }
  }
}

async function checkTexts({ query }, { base }, { texts }) {
  const stored = new Map();
  const ofBase = `knowledge_base_id = '${base}'`;
  for (const row of await query(`SELECT id, content FROM documents WHERE ${ofBase}`)) {
    stored.set(row.id, row.content);
  }
  const lost = texts.filter(({ documentId, content }) => stored.get(documentId) !== content);
  if (lost.length > 0)
    throw new Violation(
      1,
      `${lost.length} acknowledged texts are not there, ${shown(lost, 'documentId')}`,
    );
  const doubled = await query(
    `SELECT document_id FROM document_revisions WHERE ${ofBase} GROUP BY 1 HAVING count(*) > 1`,
  );
  if (doubled.length > 0)
    throw new Violation(1, `texts were taken twice, ${shown(doubled, 'document_id')}`);
}

async function checkImages({ author, base }, { images }) {
  const lost = [];
  for (const image of images) {
    const route = `/teams/personal/knowledge-bases/${base}/images/${image.name}`;
    const { status } = await author.read(route);
    if (status !== 200) lost.push(image);
  }
  if (lost.length > 0)
    throw new Violation(
      1,
      `${lost.length} acknowledged images are not there, ${shown(lost, 'name')}`,
    );
}

const shown = (rows, field) => `the first is ${rows[0][field]}`;

/** The orders of the site that sells, with all that belongs to them. */
const ordersSql = `
  SELECT o.number, o.method, o.status, o.amount_fen, o.paid_fen, o.refunded_fen, o.visitor_id,
    (SELECT COALESCE(sum(amount_fen), 0) FROM payments WHERE order_id = o.id) AS payments_fen,
    (SELECT COALESCE(sum(amount_fen), 0) FROM refunds WHERE order_id = o.id AND status = 'succeeded') AS refunds_fen,
    (SELECT count(*) FROM grants WHERE order_id = o.id) AS n_grants,
    (SELECT count(*) FROM grants g JOIN grant_revocations r ON r.grant_id = g.id WHERE g.order_id = o.id) AS n_revoked,
    (SELECT count(*) FROM mails WHERE template = 'orderReceipt' AND body LIKE '%' || o.number || '%') AS n_mails
  FROM orders o JOIN sites s ON s.id = o.site_id
  WHERE s.slug = '${hosts.shop.split('.')[0]}'`;

async function checkMoney(system, notes) {
  const orders = await ordersPaid(system, notes.paidAtProvider);
  const byNumber = new Map(orders.map((order) => [order.number, order]));
  const must = (number, sentence, isAsNoted) => {
    const order = byNumber.get(number);
    if (!(order && isAsNoted(order))) {
      throw new Violation(
        1,
        `${sentence} of order ${number} is not there: ${JSON.stringify(order)}`,
      );
    }
  };
  for (const { number, method } of notes.orders) {
    must(number, 'the acknowledged order', (order) => order.method === method);
  }
  for (const { number } of notes.payments) {
    must(number, 'the acknowledged payment', (order) => order.payments_fen >= priceFen);
    must(number, 'the grant', (order) => order.n_grants > 0);
  }
  for (const { number, amountFen } of notes.refunds) {
    must(number, 'the acknowledged refund', (order) => order.refunds_fen === amountFen);
  }
  checkSums(orders, notes, system.hasMails ?? true);
}

/** The orders, once those are paid that the provider has the money of: the servers ask it when it told them in vain. */
async function ordersPaid({ query }, paidAtProvider) {
  for (const until = Date.now() + askedS * 1000; ; await sleep(1_000)) {
    const orders = await query(ordersSql);
    const paid = new Set(orders.filter(({ paid_fen: fen }) => fen > 0).map(({ number }) => number));
    const left = paidAtProvider.filter(({ number }) => !paid.has(number));
    if (left.length === 0) return orders;
    if (Date.now() > until) {
      throw new Violation(
        2,
        `the provider has the money of ${left.length} orders that are not paid, ${shown(left, 'number')}`,
      );
    }
  }
}

/** That every order adds up, acknowledged or not. `hasMails`: whether the servers send any. */
function checkSums(orders, { paidAtProvider }, hasMails) {
  const atProvider = new Set(paidAtProvider.map(({ number }) => number));
  const pending = new Map();
  for (const order of orders) {
    const must = (sentence, holds) => {
      if (!holds) throw new Violation(2, `${sentence}: ${JSON.stringify(order)}`);
    };
    const isPaid = order.paid_fen > 0;
    must('payments differ from the order', order.payments_fen === order.paid_fen);
    must('refunds differ from the order', order.refunds_fen === order.refunded_fen);
    must('it was paid more than once', !isPaid || order.payments_fen === order.amount_fen);
    must('a paid order has one grant', order.n_grants === (isPaid ? 1 : 0));
    must('a paid order has one mail', !hasMails || order.n_mails === (isPaid ? 1 : 0));
    const isBack = isPaid && order.refunds_fen === order.payments_fen;
    must('only what was refunded whole is revoked', order.n_revoked === (isBack ? 1 : 0));
    if (order.method === 'stripe') {
      must('the provider has other money', isPaid === atProvider.has(order.number));
    }
    if (order.status === 'pending') {
      const key = `${order.visitor_id} ${order.method}`;
      must('an order was made twice', !pending.has(key));
      pending.set(key, order);
    }
  }
}

async function checkJobs({ query }) {
  const old = await query(
    `SELECT kind, status, run_at, last_error FROM jobs
     WHERE status = 'dead' OR run_at < now() - interval '${jobAge}'`,
  );
  if (old.length > 0) {
    throw new Violation(
      6,
      `${old.length} jobs are dead or waited too long: ${JSON.stringify(old[0])}`,
    );
  }
}

function checkMemory(system, before) {
  const most = Math.max(...before) * (1 + memoryGrowth);
  for (const [index, kb] of memoryOf(system).entries()) {
    if (kb > most) {
      throw new Violation(
        6,
        `server ${index} has ${kb} KB of memory, before it was at most ${Math.max(...before)}`,
      );
    }
  }
}
