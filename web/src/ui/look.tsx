import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useMemo } from 'react'
import { themeOf } from './theme'
import { useThemeMode } from './theme-mode'

/** The content security policy allows only styles with this page's nonce; the server writes it into the page. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
const styles = createCache({ key: 'balcao', nonce, prepend: true })

/** Provides the product's theme. */
export function Look({ children }: { children: ReactNode }) {
  const mode = useThemeMode()
  const theme = useMemo(() => themeOf(mode), [mode])
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </CacheProvider>
  )
}
