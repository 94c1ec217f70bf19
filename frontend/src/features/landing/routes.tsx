import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../api/account';
import { localeOf } from '../../i18n';
import { LandingPage } from './landing-page';
import { LegalPage } from './legal-page';

/** The screens of this feature, for the router. */
export function Landing() {
  const { i18n } = useTranslation();
  const { data, isError } = useQuery(configQuery);
  if (data === undefined) {
    return isError ? (
      <LandingPage contact="lost" demoSite="none" />
    ) : (
      <LandingPage contact="waiting" demoSite="waiting" />
    );
  }
  const { contactId, demoSites } = data;
  const demoSite = demoSites?.[localeOf(i18n) === 'en' ? 'en' : 'zhCn'];
  return (
    <LandingPage
      contact={contactId ? { id: contactId } : 'none'}
      demoSite={demoSite ? { url: demoSite } : 'none'}
    />
  );
}

export function Terms() {
  return <LegalPage document="terms" />;
}

export function Privacy() {
  return <LegalPage document="privacy" />;
}
