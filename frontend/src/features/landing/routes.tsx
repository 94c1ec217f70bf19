import { useQuery } from '@tanstack/react-query';
import { getConfig } from '../../api/account';
import { LandingPage } from './landing-page';
import { LegalPage } from './legal-page';

/** Doors of the feature. */
export function Landing() {
  const { data } = useQuery({ queryKey: ['config'], queryFn: getConfig, staleTime: 300_000 });
  return <LandingPage contactId={data === undefined ? undefined : (data.contactId ?? null)} />;
}

export function Terms() {
  return <LegalPage document="terms" />;
}

export function Privacy() {
  return <LegalPage document="privacy" />;
}
