import { subtractCalendarDays } from './days'

interface BrazilianHoliday {
  readonly day: string
  readonly name: string
  /** True for Carnival and Corpus Christi: many businesses close, but the days are not legal holidays. */
  readonly isOptional: boolean
}

/** Holidays on the same day every year: Lei 662/1949, Lei 6.802/1980, Lei 14.759/2023. */
const fixed = [
  ['01-01', 'Confraternização Universal'],
  ['04-21', 'Tiradentes'],
  ['05-01', 'Dia do Trabalho'],
  ['09-07', 'Independência do Brasil'],
  ['10-12', 'Nossa Senhora Aparecida'],
  ['11-02', 'Finados'],
  ['11-15', 'Proclamação da República'],
  ['11-20', 'Dia da Consciência Negra'],
  ['12-25', 'Natal'],
] as const

/** Movable holidays, as days before Easter Sunday; a negative number is a day after it. */
const movable = [
  [48, 'Carnaval (segunda-feira)', true],
  [47, 'Carnaval (terça-feira)', true],
  [2, 'Sexta-feira Santa', false],
  [-60, 'Corpus Christi', true],
] as const

/** The national holidays of a year sorted by day, including the optional ones. */
export function brazilianHolidays(year: number): readonly BrazilianHoliday[] {
  const easter = easterSunday(year)
  return [
    ...fixed.map(([day, name]) => ({ day: `${year}-${day}`, name, isOptional: false })),
    ...movable.map(([days, name, isOptional]) => ({
      day: subtractCalendarDays(easter, days),
      name,
      isOptional,
    })),
  ].sort((one, other) => one.day.localeCompare(other.day))
}

/** Gregorian Easter by the method of Meeus, Jones and Butcher. */
function easterSunday(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const moonShift = Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7
  const exception = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const sinceMarch = epact + toSunday - 7 * exception + 114
  const month = String(Math.floor(sinceMarch / 31)).padStart(2, '0')
  return `${year}-${month}-${String((sinceMarch % 31) + 1).padStart(2, '0')}`
}
