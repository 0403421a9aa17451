/** The first page of a list, without a search text. */
export const paging = { searchParam: '', pageNumber: '1' }
