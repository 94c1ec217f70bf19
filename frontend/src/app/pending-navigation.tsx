import { useLocation, useNavigate, useNavigation } from 'react-router';
import { PendingBar } from '../ui/pending-bar';

/** Shows that the next screen is being fetched, from the press that leads to it. */
export function PendingNavigation() {
  const { state } = useNavigation();
  const here = useLocation();
  const navigate = useNavigate();
  if (state === 'idle') return null;
  // Going to where one is ends what is on its way.
  return <PendingBar onCancel={() => void navigate(here, { replace: true })} />;
}
