import type { Package } from '../../../api/site-settings';
import { Select } from '../../../ui/fields/select';

interface PackageSelectProps {
  label: string;
  packages: readonly Package[];
  value: string;
  /** What stands for no package. */
  noneLabel: string;
  onChange: (id: string) => void;
}

/** Stands for no package. */
export const NO_PACKAGE = 'none';

/** Chooses a package of the site, or none. */
export function PackageSelect(props: PackageSelectProps) {
  return (
    <Select
      label={props.label}
      value={props.value}
      options={[
        { value: NO_PACKAGE, label: props.noneLabel },
        ...props.packages.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={props.onChange}
    />
  );
}
