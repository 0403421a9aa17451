import MuiSlider from '@mui/material/Slider'

interface SliderProps {
  readonly labelId: string
  readonly value: number
  readonly max: number
  readonly step: number
  readonly onChange: (value: number) => void
}

export function Slider({ labelId, onChange, ...range }: SliderProps) {
  return (
    <MuiSlider
      {...range}
      min={0}
      size="small"
      aria-labelledby={labelId}
      // The slider has one thumb, so its value is no array.
      onChange={(_, value) => !Array.isArray(value) && onChange(value)}
    />
  )
}
