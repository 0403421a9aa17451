import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { muiThemeOf } from './theme'
import { useThemeMode } from './theme-mode'

/** The content security policy allows only styles with this nonce, which the server writes into the page. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
const styles = createCache({ key: 'balcao', nonce, prepend: true })

const IsProvided = createContext(false)

/**
 * Provides MUI's theme. A provider inside another one renders only its children, because the theme already
 * applies.
 */
export function MuiThemeProvider({ children }: { children: ReactNode }) {
  return useContext(IsProvided) ? children : <OuterLook>{children}</OuterLook>
}

function OuterLook({ children }: { children: ReactNode }) {
  const mode = useThemeMode()
  const theme = useMemo(() => muiThemeOf(mode), [mode])
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme}>
        <IsProvided value={true}>{children}</IsProvided>
      </ThemeProvider>
    </CacheProvider>
  )
}
