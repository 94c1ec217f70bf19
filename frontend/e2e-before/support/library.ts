import { expect, type Locator, type Page } from '@playwright/test';
import { test as base } from './editor';

/** The documents as an author meets them. */
export class LibraryScreen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get pane(): Locator {
    return this.page.getByRole('complementary', { name: /^(文章|Articles)$/ });
  }

  get tree(): Locator {
    return this.page.getByRole('tree');
  }

  row(title: string): Locator {
    return this.tree.getByRole('treeitem', { name: title, exact: true });
  }

  /** Titles from the top down, with a dash for every level. */
  async titles(): Promise<string[]> {
    const rows = await this.tree.getByRole('treeitem').evaluateAll((items) =>
      items
        .map((item) => ({
          top: item.getBoundingClientRect().top,
          text: `${'-'.repeat(Number(item.getAttribute('aria-level')) - 1)}${item.getAttribute('aria-label')}`,
        }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text),
    );
    return rows;
  }

  async shows(...titles: string[]): Promise<void> {
    await expect.poll(() => this.titles()).toEqual(titles);
  }

  /** Makes a post by way of the button and names it. */
  async create(title: string): Promise<void> {
    await this.page.getByRole('button', { name: '新建文章' }).first().click();
    const box = this.page.getByRole('textbox', { name: '文章名称' });
    await box.fill(title);
    await box.press('Enter');
    await expect(this.row(title)).toHaveAttribute('aria-selected', 'true');
  }

  /** Opens the menu of a row. */
  async openMenu(title: string): Promise<void> {
    await this.row(title).hover();
    await this.page.getByRole('button', { name: `“${title}”的操作` }).click();
  }

  /** Opens the menu of a row and picks an entry. */
  async act(title: string, entry: string): Promise<void> {
    await this.openMenu(title);
    await this.page.getByRole('menuitem', { name: entry }).click();
  }
}

export const test = base.extend<{ library: LibraryScreen }>({
  library: async ({ page }, use) => {
    await use(new LibraryScreen(page));
  },
});

export { expect };
