import useMediaQuery from '@mui/material/useMediaQuery'

/** Narrower than 600 px (SHELL-47). */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 599.95px)', { noSsr: true })
}
