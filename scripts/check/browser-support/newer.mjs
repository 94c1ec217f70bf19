// The names that the oldest browsers do not have all together, for tests that take them away.

import { floorOf } from '../browser-floor.mjs';
import { data, featuresBelow, isOfPrototype, lacking } from './data.mjs';

/**
 * Globals, members and handlers of events that one of the oldest browsers lacks, each with what holds it:
 * `['', 'CloseWatcher']`, `['URL', 'canParse']`, `['Set.prototype', 'union']`.
 *
 * `environment`: `app` or `sites`.
 */
export function newerNames(environment) {
  const floor = floorOf(environment);
  const newer = (holder) =>
    [...featuresBelow(holder)].filter(
      ({ keys, feature }) => keys.length <= 2 && lacking(feature, floor).length > 0,
    );
  return [
    ...newer(data.javascript.builtins).map(({ keys: [type, member], feature }) =>
      placeOf(type, member, isOfPrototype(feature)),
    ),
    ...newer(data.api).map(({ keys: [type, member] }) =>
      member === undefined || !member.endsWith('_static')
        ? placeOf(type, member?.replace(/^(.*)_event$/, 'on$1'), true)
        : placeOf(type, member.replace('_static', ''), false),
    ),
  ].filter(([holder, name]) => name !== holder.replace('.prototype', '') && !/[@.]/.test(name));
}

function placeOf(type, member, isOfInstance) {
  if (member === undefined) return ['', type];
  if (type === 'Window') return ['', member];
  return [isOfInstance ? `${type}.prototype` : type, member];
}
