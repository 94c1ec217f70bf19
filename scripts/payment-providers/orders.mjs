// What the providers know of orders, and how all of them sign.

import { createSign, createVerify, generateKeyPairSync } from 'node:crypto';

/** The orders of all providers by number. */
export class Shelf {
  orders = new Map();
  /** Where the server is. */
  address = '';

  find(number) {
    return this.orders.get(number);
  }

  /** Keeps an order; one that is there stays as it is. */
  put(order) {
    if (!this.orders.has(order.number)) this.orders.set(order.number, order);
    return this.orders.get(order.number);
  }
}

/** Two pairs of keys: the merchant's and the provider's. */
export function keyPairs() {
  const pair = () =>
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
  return { merchant: pair(), provider: pair() };
}

/** RSA with SHA-256, in base 64. */
export function sign(message, privateKey) {
  return createSign('RSA-SHA256').update(message).sign(privateKey, 'base64');
}

/** Whether the owner of a key signed a message. */
export function isSigned(message, signature, publicKey) {
  return createVerify('RSA-SHA256').update(message).verify(publicKey, signature, 'base64');
}

/** The fields of a form or a query. */
export function parametersOf(text) {
  return Object.fromEntries(new URLSearchParams(text));
}

/** What follows the host. */
export function pathOf(address) {
  return new URL(address).pathname;
}
