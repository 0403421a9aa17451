import { createTheme, type Theme } from '@mui/material/styles'
import type { ThemeMode } from './theme-mode'

/** Repeats colours of `tokens.css`, because MUI derives colours from them and cannot compute with CSS variables. */
const values = {
  light: {
    primary: '#0473AE',
    onPrimary: '#FFFFFF',
    bad: '#B3261E',
    ok: '#12703F',
    warn: '#8A5200',
    text: '#15212B',
    text2: '#465663',
    bg: '#F5F7F9',
    paper: '#FFFFFF',
    line: '#E3E8ED',
  },
  dark: {
    primary: '#4FC3F7',
    onPrimary: '#06202E',
    bad: '#FF9D94',
    ok: '#74D4A0',
    warn: '#F0BE66',
    text: '#E7EDF2',
    text2: '#B3C0CB',
    bg: '#10171D',
    paper: '#151E26',
    line: '#25313C',
  },
} as const

const overlay = { background: 'var(--overlay)', boxShadow: 'var(--shadow-2)' }
const phone = '@media (max-width: 599.95px)'

export function muiThemeOf(mode: ThemeMode): Theme {
  const value = values[mode]
  return createTheme({
    palette: {
      mode,
      primary: { main: value.primary, contrastText: value.onPrimary },
      error: { main: value.bad },
      success: { main: value.ok },
      warning: { main: value.warn },
      text: { primary: value.text, secondary: value.text2 },
      background: { default: value.bg, paper: value.paper },
      divider: value.line,
    },
    shape: { borderRadius: 8 },
    typography: {
      fontFamily: 'var(--font)',
      fontSize: 14,
    },
    breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
    transitions: {
      duration: {
        shortest: 120,
        shorter: 120,
        short: 160,
        standard: 160,
        complex: 200,
        enteringScreen: 160,
        leavingScreen: 120,
      },
    },
    components: {
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiDialog: {
        styleOverrides: {
          paper: {
            borderRadius: 'var(--r-dialog)',
            background: 'var(--raised)',
            boxShadow: 'var(--shadow-3)',
            [phone]: { margin: 12, width: 'calc(100% - 24px)', maxHeight: 'calc(100% - 24px)' },
          },
        },
      },
      MuiBackdrop: {
        styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { background: 'var(--scrim)' } } },
      },
      MuiMenu: {
        styleOverrides: {
          paper: { ...overlay, borderRadius: 'var(--r)', minWidth: 180 },
          list: { padding: 6 },
        },
      },
      MuiPopover: { styleOverrides: { paper: { ...overlay, borderRadius: 'var(--r)' } } },
      MuiMenuItem: {
        styleOverrides: {
          root: {
            minHeight: 'var(--target)',
            borderRadius: 6,
            padding: '4px 8px',
            gap: 8,
            fontSize: 'var(--fs-14)',
            '&:hover, &.Mui-focusVisible': { background: 'var(--overlay-hover)' },
            '&.Mui-selected, &.Mui-selected:hover': {
              background: 'var(--primary-soft)',
              color: 'var(--on-primary-soft)',
            },
          },
        },
      },
      MuiOutlinedInput: {
        styleOverrides: {
          root: {
            minHeight: 40,
            borderRadius: 'var(--r)',
            background: 'var(--surface)',
            fontSize: 'var(--fs-14)',
            padding: '0 12px',
            gap: 8,
            '& .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--control-line)' },
            '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--text-2)' },
            '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--focus)', borderWidth: 2 },
            '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--bad)', borderWidth: 2 },
            [phone]: { minHeight: 48, fontSize: 16 },
          },
          input: {
            padding: '8px 0',
            height: 'auto',
            textOverflow: 'ellipsis', // a placeholder that does not fit is cut in the same way
            '&::placeholder': { color: 'var(--text-3)', opacity: 1 },
          },
          multiline: { padding: '4px 12px' },
        },
      },
      MuiAutocomplete: {
        styleOverrides: {
          inputRoot: {
            '&.MuiOutlinedInput-root': {
              padding: '0 36px 0 12px',
              '& .MuiAutocomplete-input': { padding: '8px 0' },
            },
          },
          paper: overlay,
          option: { fontSize: 'var(--fs-14)', minHeight: 'var(--target)' },
          noOptions: { fontSize: 'var(--fs-14)' },
          loading: { fontSize: 'var(--fs-14)' },
        },
      },
      MuiSelect: { defaultProps: { displayEmpty: true }, styleOverrides: { select: { minHeight: 0 } } },
      MuiChip: {
        styleOverrides: { root: { height: 24, fontSize: 'var(--fs-12)', borderRadius: 'var(--r-s)' } },
      },
      MuiSwitch: {
        styleOverrides: {
          switchBase: { '&.Mui-focusVisible': { outline: '2px solid var(--focus)', outlineOffset: -4 } },
        },
      },
    },
  })
}
