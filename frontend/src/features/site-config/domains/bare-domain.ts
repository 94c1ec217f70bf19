/** Parts of registries in which people register names, such as `com.cn` and `co.uk`. */
const REGISTRY = /^(?:ac|co|com|edu|gov|ne|net|or|org)$/;

/** Whether a name is one that is registered, and not below one. DNS allows no CNAME record for it (RFC 1034, 3.6.2). */
export function isBareDomain(host: string): boolean {
  const [, second = '', ...rest] = host.split('.');
  return rest.length === 0 || (rest.length === 1 && rest[0]?.length === 2 && REGISTRY.test(second));
}
