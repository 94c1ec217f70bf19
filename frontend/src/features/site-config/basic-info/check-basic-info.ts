import type { BasicInfo } from '../../../api/site-settings';
import {
  COPYRIGHT_MAX_CHARS,
  FOOTER_LINKS_MAX,
  LONG_SUBTITLE_MAX_CHARS,
  SITE_NAME_MAX_CHARS,
} from '../../../config/site-limits';
import { FieldChecks } from '../check/field-checks';
import type { Problems } from '../draft/draft';

/** A registration of a Chinese site, such as 京ICP备12345678号-1: the province stands first. */
const ICP =
  /^[京津冀晋蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川蜀贵黔云滇藏陕秦甘陇青宁新]ICP[备证]\d{6,10}号(?:-\d{1,4})?$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is wrong with names and footer, as the server sees it too. */
export function checkBasicInfo(value: BasicInfo): Problems {
  const found = new FieldChecks();
  found.text('name', value.name, { max: SITE_NAME_MAX_CHARS, isRequired: true });
  found.text('description', value.description, { max: LONG_SUBTITLE_MAX_CHARS, hasLines: true });
  found.text('copyright', value.copyright, { max: COPYRIGHT_MAX_CHARS });
  for (const path of ['logo', 'logoDark', 'icon', 'shareImage'] as const) {
    found.image(path, value[path]);
  }
  const [icp, email] = [value.icpNumber.trim(), value.contactEmail.trim()];
  if (icp !== '' && !ICP.test(icp)) found.add('icpNumber', 'icp.invalid');
  if (email !== '' && !EMAIL.test(email)) found.add('contactEmail', 'email.invalid');
  found.list('footerLinks', value.footerLinks, FOOTER_LINKS_MAX, (path, link) => {
    found.link(path, link, true);
  });
  return found.problems;
}
