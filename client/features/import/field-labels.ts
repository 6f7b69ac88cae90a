/** What the screens call the columns an import knows, in the order they are offered. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  event: 'Event',
  raceNumber: 'Wristband',
  bibNumber: 'Bib',
  ageGroup: 'Age category',
  runClub: 'Team',
  overrideTime: 'Override time',
  mobileNumber: 'Mobile number',
  fullName: 'Full name',
  sex: 'Sex',
  birthDate: 'Date of birth',
  age: 'Age',
};
