import type { ComponentType } from 'react';
import type { ConfigTab } from '../../config/paths';
import { AccessTab } from './access/access-tab';
import { AppearanceTab } from './appearance/appearance-tab';
import { BasicInfoTab } from './basic-info/basic-info-tab';
import { CarouselTab } from './carousel/carousel-tab';
import { DomainsTab } from './domains/domains-tab';
import { HomepageTab } from './homepage/homepage-tab';
import { KnowledgeBaseTab } from './knowledge-base/knowledge-base-tab';
import { MembershipTab } from './membership/membership-tab';
import { NavigationTab } from './navigation/navigation-tab';
import { OverviewTab } from './overview/overview-tab';
import { RedirectsTab } from './redirects/redirects-tab';

export { SiteLayout as Site } from './site/site-layout';

/** The tabs of a site's configuration, for the router. */
export const tabs: Record<ConfigTab, ComponentType> = {
  overview: OverviewTab,
  'basic-info': BasicInfoTab,
  homepage: HomepageTab,
  membership: MembershipTab,
  access: AccessTab,
  carousel: CarouselTab,
  'knowledge-base': KnowledgeBaseTab,
  navigation: NavigationTab,
  appearance: AppearanceTab,
  domains: DomainsTab,
  redirects: RedirectsTab,
};
