// Stands for parts that Monaco's core imports and that nothing here opens (`vite.config.ts`): the two editors of
// differences, and the box in which VS Code asks for a choice.

class AbsentPart {
  constructor() {
    throw new Error('this part of Monaco is not in the build');
  }
}

export class DiffEditorWidget extends AbsentPart {}
export class MultiDiffEditorWidget extends AbsentPart {}
export class StandaloneQuickInputService extends AbsentPart {}
