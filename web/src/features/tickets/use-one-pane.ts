import useMediaQuery from '@mui/material/useMediaQuery'

/** Whether list and conversation are tabs instead of panes (TICKET-03): narrower than the rail, the list and a conversation
 *  whose head and composer fit. So it is on phones, on tablets held upright, and on a laptop whose page is twice as large. */
export function useOnePane(): boolean {
  return useMediaQuery('(max-width: 899.95px)', { noSsr: true })
}
