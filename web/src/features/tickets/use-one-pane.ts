import useMediaQuery from '@mui/material/useMediaQuery'

/**
 * Whether list and conversation are tabs instead of panes (TICKET-03): the page is too narrow for the rail, the list and a
 * conversation with head and composer. That is so on phones, on upright tablets, and on a laptop at 200 % zoom.
 */
export function useOnePane(): boolean {
  return useMediaQuery('(max-width: 899.95px)', { noSsr: true })
}
