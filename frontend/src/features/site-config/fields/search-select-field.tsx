import { SearchSelect } from '../../../ui/fields/search-select';
import { useField } from '../draft/use-draft';

interface SearchSelectFieldProps {
  /** Where the value stands in the form. */
  path: string;
  label: string;
  options: readonly string[];
  searchLabel: string;
  emptyText: string;
}

/** A select with a search field, with its label and its error. */
export function SearchSelectField({ path, ...select }: SearchSelectFieldProps) {
  const { value, onChange, error, props } = useField<string>(path);
  return (
    <div {...props} className="flex min-w-0 flex-col gap-1.5">
      <span className="text-ink-soft text-xs" aria-hidden>
        {select.label}
      </span>
      <SearchSelect {...select} value={value} onChange={onChange} />
      {error !== undefined && (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </div>
  );
}
