/** Given names that are usual in Wales and around it, and some of people who came from further away. */
export const FEMALE_NAMES: readonly string[] = list(
  'Siân, Angharad, Lowri, Ffion, Nia, Cerys, Gwen, Mari, Elin, Carys, Rhiannon, Bethan, Mêgan,' +
    'Eleri, Heledd, Non, Catrin, Llinos, Efa, Beca, Emma, Charlotte, Hannah, Lucy, Alice, Sophie,' +
    'Rachel, Kate, Jo, Helen, Zoë, Chloë, Aoife, Niamh, Zuzana, Agnieszka, Małgorzata, Inés, Jūratė,' +
    'Ελένη, Оксана, Yuki, Priya, Anne-Marie, Søs',
);

export const MALE_NAMES: readonly string[] = list(
  'Dafydd, Rhys, Iolo, Gethin, Tomos, Owain, Ifan, Huw, Gwilym, Steffan, Siôn, Llŷr, Gruffudd,' +
    'Emyr, Macsen, Osian, Aled, Geraint, Ioan, Taliesin, James, Tom, Matthew, Will, Daniel, Oliver,' +
    'Jack, Peter, Simon, Mark, Seán, Pádraig, Łukasz, Wojtek, José, Íñigo, Ørjan, Jürgen, André, Jiří,' +
    'Νίκος, Дмитро, Kenji, Arjun, Jean-Luc',
);

export const LAST_NAMES: readonly string[] = list(
  'Jones, Davies, Williams, Evans, Thomas, Roberts, Lewis, Hughes, Morgan, Griffiths, Edwards,' +
    'Owen, James, Rees, Price, Morris, Richards, Lloyd, Phillips, Parry, Watkins, Llewellyn, Bowen,' +
    'Prosser, Gwyn, ap Rhys, Puw, Smith, Taylor, Brown, Wilson, Walker, Hall, Clarke, Baker, Cooper,' +
    'Ward, Turner, Hill, Moore, Cox, Fisher, Marsh, Barnes, Chapman, Webb, Foster, O’Brien,' +
    "O’Sullivan, O'Neill, D’Arcy, McGregor, MacLeod, Fitzgerald, Byrne, Wójcik, Kowalczyk, Šimek," +
    'Dvořák, Nuñez, García-Peña, Ångström, Sørensen, Müller, Lefèvre, van der Berg, Żak,' +
    'Papadopoulou, Шевченко, Tanaka, Patel, Gwyn-Parry, Rees-Ellis, Hughes-Wright, Yıldız, Lê, Øvergård',
);

/** Clubs that do not exist. */
export const CLUBS: readonly string[] = [
  'Rhedwyr Carn Ingli',
  'Rhedwyr y Foel',
  'Clwb Rhedeg Dyffryn Nyfer',
  'Harriers y Bannau',
  'Teifi Trail Runners',
  'Gwaun Valley Harriers',
  'Strumble Striders',
  'Cwm Fell Runners',
  'St. Brynach’s AC',
  'Newport Sands RC',
  'Mynydd & Môr',
  'Tri "Y Garn"',
  'The Wye, Usk and Towy Orienteers',
];

function list(names: string): readonly string[] {
  return names.split(/,\s*/);
}
