import useMediaQuery from '@mui/material/useMediaQuery'

/** Narrower than 600 px (SHELL-47). */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 599.95px)', { noSsr: true })
}

/** Too narrow for a table beside the menu: each row is a card, so that no column is covered or out of view. */
export function useCards(): boolean {
  return useMediaQuery('(max-width: 899.95px)', { noSsr: true })
}
