/** What the open text says about itself, as a form. */
export function FrontMatterPanel() {
  return null;
}
