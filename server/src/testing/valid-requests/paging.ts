/** The first page of a list, without words. */
export const paging = { searchParam: '', pageNumber: '1' }
