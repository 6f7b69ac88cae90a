const EXAMPLE_ROWS = [
  'firstName,lastName,event,raceNumber,bibNumber,ageGroup,runClub,overrideTime,mobileNumber',
  'Siân,Gwyn-Parry,Full,501,101,F40,Rhedwyr Carn Ingli,,+44 7700 900101',
  'Tomos,O’Rourke,Half,502,102,M-SNR,"Harriers, Newport",,',
  'Zoë,Ångström,Ultra,503,103,FU23,,,+44 7700 900103',
  'Łukasz,Kowalczyk,Full,,104,M60,Rhedwyr Carn Ingli,,',
];

/**
 * The example an organiser starts from: every known column once, and by its
 * mark at the front spreadsheet programs open it with its accents right.
 */
export const EXAMPLE_CSV = `\uFEFF${EXAMPLE_ROWS.join('\r\n')}\r\n`;
