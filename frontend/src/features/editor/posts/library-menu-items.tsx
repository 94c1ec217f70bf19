/** Actions on all documents. */
export function LibraryMenuItems() {
  return null;
}
