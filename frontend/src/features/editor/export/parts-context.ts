import { createContext, useContext } from 'react';
import type { ExportParts } from './export-article';

export const ExportPartsContext = createContext<ExportParts | null>(null);

/** What exports of this page use besides the article. */
export function useExportParts(): ExportParts {
  const parts = useContext(ExportPartsContext);
  if (parts === null) throw new Error('no export parts above this component');
  return parts;
}
