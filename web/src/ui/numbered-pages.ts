/** The options of an infinite query over the pages 1, 2, … of an endpoint that answers `hasMore`. */
export const numberedPageQueryOptions = {
  initialPageParam: 1,
  getNextPageParam: ({ hasMore }: { readonly hasMore: boolean }, _: unknown, pageNumber: number) =>
    hasMore ? pageNumber + 1 : undefined,
}

/**
 * Joins the rows of all pages without duplicates: a row that is created between two fetches shifts others to
 * the next page.
 */
export function recordsOfPages<Page extends { readonly count: number }, Row extends { readonly id: number }>(
  pages: readonly Page[],
  rowsOf: (page: Page) => readonly Row[],
) {
  return {
    records: [...new Map(pages.flatMap(rowsOf).map((row) => [row.id, row])).values()],
    count: pages[0]?.count ?? 0,
  }
}
