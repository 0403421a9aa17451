import InputAdornment from '@mui/material/InputAdornment'
import { Eye, EyeOff, Lock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button'
import { TextField, type TextFieldProps } from './text-field'

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'icon' | 'end'> {
  readonly isShownAtFirst?: boolean
}

export function PasswordField({ isShownAtFirst = false, ...props }: PasswordFieldProps) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(isShownAtFirst)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      icon={<Lock size={16} strokeWidth={1.75} aria-hidden />}
      end={
        <InputAdornment position="end" sx={{ marginRight: -1 }}>
          <IconButton
            icon={Icon}
            iconSize={18}
            label={t(isShown ? 'hidePassword' : 'showPassword')}
            onClick={() => setShown(!isShown)}
          />
        </InputAdornment>
      }
    />
  )
}
