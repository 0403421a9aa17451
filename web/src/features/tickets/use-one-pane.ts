import useMediaQuery from '@mui/material/useMediaQuery'

/** Whether list and conversation take turns (TICKET-03): narrower than the rail, a list of 320 px and a conversation of
 *  some 380. So it is on phones, and on a laptop whose page is twice as large. */
export function useOnePane(): boolean {
  return useMediaQuery('(max-width: 767.95px)', { noSsr: true })
}
