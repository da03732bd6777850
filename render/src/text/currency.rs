//! Currencies (`java.util.Currency`, ISO 4217).

use std::cmp::Ordering;

use super::Locale;
use super::data;

/// A `java.util.Currency`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Currency {
    code: &'static str,
    fraction_digits: Option<u32>,
}

impl Currency {
    /// `XXX`, which stands for no currency; its symbol is `¤`.
    pub const NONE: Currency = Currency { code: "XXX", fraction_digits: None };

    /// The currency of a code such as `USD`, in capitals as ISO 4217 has it.
    pub fn of_code(code: &str) -> Option<Self> {
        CODES.iter().find_map(|(fraction_digits, codes)| {
            let code = codes.split_ascii_whitespace().find(|it| *it == code)?;
            Some(Currency { code, fraction_digits: *fraction_digits })
        })
    }

    /// The currency of a country's code such as `US`.
    pub fn of_country(country: &str) -> Option<Self> {
        /// `AD=EUR` and what separates it from the next.
        const ENTRY_BYTES: usize = 7;
        let entry = |at: usize| COUNTRIES.get(at * ENTRY_BYTES..)?.get(..ENTRY_BYTES - 1)?.split_once('=');
        let (mut from, mut to) = (0, COUNTRIES.len().div_ceil(ENTRY_BYTES));
        while from < to {
            let middle = from.midpoint(to);
            let (known, code) = entry(middle)?;
            match known.cmp(country) {
                Ordering::Less => from = middle + 1,
                Ordering::Greater => to = middle,
                Ordering::Equal => return Self::of_code(code),
            }
        }
        None
    }

    /// The code: `USD`.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// How many digits amounts have behind the point; none for those such as gold.
    pub fn fraction_digits(&self) -> Option<u32> {
        self.fraction_digits
    }

    /// The sign that a locale uses; the code where it has none.
    pub fn symbol(&self, locale: &Locale) -> &'static str {
        data::of(locale).currency_symbol(self.code).unwrap_or(self.code)
    }
}

/// By fraction digits, the codes that Java knows.
const CODES: &[(Option<u32>, &str)] = &[
    (
        Some(2),
        "AED AFA AFN ALL AMD ANG AOA ARS ATS AUD AWG AYM AZM AZN BAM BBD BDT BGL BGN BMD BND BOB BOV BRL BSD BTN BWP \
         BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CSD CUC CUP CVE CYP CZK DEM DKK DOP DZD EEK EGP ERN ETB EUR FIM \
         FJD FKP FRF GBP GEL GHC GHS GIP GMD GTQ GWP GYD HKD HNL HRK HTG HUF IDR IEP ILS INR IRR JMD KES KGS KHR KPW \
         KYD KZT LAK LBP LKR LRD LSL LTL LVL MAD MDL MGA MKD MMK MNT MOP MRO MRU MTL MUR MVR MWK MXN MXV MYR MZM MZN \
         NAD NGN NIO NLG NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB RUR SAR SBD SCR SDD SDG SEK SGD SHP SIT \
         SKK SLE SLL SOS SRD SRG SSP STD STN SVC SYP SZL THB TJS TMM TMT TOP TRY TTD TWD TZS UAH USD USN USS UYU UZS \
         VEB VED VEF VES WST XAD XCD XCG YER YUM ZAR ZMK ZMW ZWD ZWG ZWL ZWN ZWR",
    ),
    (
        Some(0),
        "ADP BEF BIF BYB BYR CLP DJF ESP GNF GRD ISK ITL JPY KMF KRW LUF MGF PTE PYG ROL RWF TPE TRL UGX UYI VND VUV \
         XAF XOF XPF",
    ),
    (Some(3), "BHD IQD JOD KWD LYD OMR TND"),
    (Some(4), "CLF"),
    (None, "XAG XAU XBA XBB XBC XBD XDR XFO XFU XPD XPT XSU XTS XUA XXX"),
];

/// Which currency a country uses, in the order of their codes, with nothing but one blank between them.
const COUNTRIES: &str = "\
    AD=EUR AE=AED AF=AFN AG=XCD AI=XCD AL=ALL AM=AMD AO=AOA AR=ARS AS=USD AT=EUR AU=AUD AW=AWG AX=EUR AZ=AZN BA=BAM \
    BB=BBD BD=BDT BE=EUR BF=XOF BG=EUR BH=BHD BI=BIF BJ=XOF BL=EUR BM=BMD BN=BND BO=BOB BQ=USD BR=BRL BS=BSD BT=BTN \
    BV=NOK BW=BWP BY=BYN BZ=BZD CA=CAD CC=AUD CD=CDF CF=XAF CG=XAF CH=CHF CI=XOF CK=NZD CL=CLP CM=XAF CN=CNY CO=COP \
    CR=CRC CU=CUP CV=CVE CW=XCG CX=AUD CY=EUR CZ=CZK DE=EUR DJ=DJF DK=DKK DM=XCD DO=DOP DZ=DZD EC=USD EE=EUR EG=EGP \
    EH=MAD ER=ERN ES=EUR ET=ETB FI=EUR FJ=FJD FK=FKP FM=USD FO=DKK FR=EUR GA=XAF GB=GBP GD=XCD GE=GEL GF=EUR GG=GBP \
    GH=GHS GI=GIP GL=DKK GM=GMD GN=GNF GP=EUR GQ=XAF GR=EUR GS=GBP GT=GTQ GU=USD GW=XOF GY=GYD HK=HKD HM=AUD HN=HNL \
    HR=EUR HT=HTG HU=HUF ID=IDR IE=EUR IL=ILS IM=GBP IN=INR IO=USD IQ=IQD IR=IRR IS=ISK IT=EUR JE=GBP JM=JMD JO=JOD \
    JP=JPY KE=KES KG=KGS KH=KHR KI=AUD KM=KMF KN=XCD KP=KPW KR=KRW KW=KWD KY=KYD KZ=KZT LA=LAK LB=LBP LC=XCD LI=CHF \
    LK=LKR LR=LRD LS=LSL LT=EUR LU=EUR LV=EUR LY=LYD MA=MAD MC=EUR MD=MDL ME=EUR MF=EUR MG=MGA MH=USD MK=MKD ML=XOF \
    MM=MMK MN=MNT MO=MOP MP=USD MQ=EUR MR=MRU MS=XCD MT=EUR MU=MUR MV=MVR MW=MWK MX=MXN MY=MYR MZ=MZN NA=NAD NC=XPF \
    NE=XOF NF=AUD NG=NGN NI=NIO NL=EUR NO=NOK NP=NPR NR=AUD NU=NZD NZ=NZD OM=OMR PA=PAB PE=PEN PF=XPF PG=PGK PH=PHP \
    PK=PKR PL=PLN PM=EUR PN=NZD PR=USD PS=ILS PT=EUR PW=USD PY=PYG QA=QAR RE=EUR RO=RON RS=RSD RU=RUB RW=RWF SA=SAR \
    SB=SBD SC=SCR SD=SDG SE=SEK SG=SGD SH=SHP SI=EUR SJ=NOK SK=EUR SL=SLE SM=EUR SN=XOF SO=SOS SR=SRD SS=SSP ST=STN \
    SV=SVC SX=XCG SY=SYP SZ=SZL TC=USD TD=XAF TF=EUR TG=XOF TH=THB TJ=TJS TK=NZD TL=USD TM=TMT TN=TND TO=TOP TR=TRY \
    TT=TTD TV=AUD TW=TWD TZ=TZS UA=UAH UG=UGX UM=USD US=USD UY=UYU UZ=UZS VA=EUR VC=XCD VE=VES VG=USD VI=USD VN=VND \
    VU=VUV WF=XPF WS=WST XK=EUR YE=YER YT=EUR ZA=ZAR ZM=ZMW ZW=ZWG";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_their_digits_and_countries_their_codes() {
        assert_eq!(Currency::of_code("JPY").and_then(|it| it.fraction_digits()), Some(0));
        assert_eq!(Currency::of_code("KWD").and_then(|it| it.fraction_digits()), Some(3));
        assert_eq!(Currency::of_code("XXX"), Some(Currency::NONE));
        assert_eq!(Currency::of_country("CH").map(|it| it.code()), Some("CHF"));
        for unknown in ["", "usd", "US", "USD EUR", "ABC"] {
            assert_eq!(Currency::of_code(unknown), None, "{unknown}");
        }
        for unknown in ["", "U", "us", "=U", "XX", "419"] {
            assert_eq!(Currency::of_country(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn every_country_has_a_known_currency() {
        for entry in COUNTRIES.split_ascii_whitespace() {
            assert!(Currency::of_country(&entry[..2]).is_some(), "{entry}");
        }
    }

    #[test]
    fn symbols_are_the_locales_own() {
        let symbol = |code, locale: &Locale| Currency::of_code(code).map(|it| it.symbol(locale));
        assert_eq!(symbol("USD", &Locale::us()), Some("$"));
        assert_eq!(symbol("USD", &Locale::ROOT), Some("US$"));
        assert_eq!(symbol("EUR", &Locale::us()), Some("€"));
        assert_eq!(symbol("CHF", &Locale::us()), Some("CHF"));
        assert_eq!(symbol("XXX", &Locale::us()), Some("¤"));
    }
}
