import { listAllSites } from '../../../api/sites';

/**
 * Names of the sites that publish a knowledge base of the server, as a list in this language.
 *
 * Empty when there are none, and when they cannot be asked for: what is said beside them holds without them.
 */
export async function namesOfSites(
  teamId: string,
  serverId: string | undefined,
  language: string,
): Promise<string> {
  if (serverId === undefined) return '';
  const sites = await listAllSites(teamId).catch(() => []);
  const bound = sites.filter((site) => site.knowledgeBase?.id === serverId && !site.purgesAt);
  return new Intl.ListFormat(language).format(bound.map(({ name }) => name));
}
