//! What stands before and behind the digits of a number.

use super::Symbols;

/// A prefix or suffix as the pattern has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Affix(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Text(String),
    Minus,
    Percent,
    PerMille,
    CurrencySymbol,
    CurrencyCode,
}

impl Affix {
    /// A fixed text.
    pub(super) fn text(text: &str) -> Self {
        Affix(vec![Piece::Text(text.into())])
    }

    pub(super) fn push(&mut self, piece: Piece) {
        self.0.push(piece);
    }

    pub(super) fn push_char(&mut self, c: char) {
        match self.0.last_mut() {
            Some(Piece::Text(text)) => text.push(c),
            _ => self.0.push(Piece::Text(c.into())),
        }
    }

    /// The same behind a minus sign.
    pub(super) fn negated(&self) -> Self {
        let mut pieces = Vec::with_capacity(self.0.len() + 1);
        pieces.push(Piece::Minus);
        pieces.extend_from_slice(&self.0);
        Affix(pieces)
    }

    pub(super) fn has_currency(&self) -> bool {
        self.0.iter().any(|piece| matches!(piece, Piece::CurrencySymbol | Piece::CurrencyCode))
    }

    /// Appends the affix as a pattern has it.
    pub(super) fn push_pattern(&self, out: &mut String) {
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => {
                    let quote = text.contains(['0', '#', ',', '.', ';', '-', '%', '‰', '¤']);
                    let doubled = text.replace('\'', "''");
                    if quote {
                        out.extend(["'", &doubled, "'"]);
                    } else {
                        out.push_str(&doubled);
                    }
                }
                Piece::Minus => out.push('-'),
                Piece::Percent => out.push('%'),
                Piece::PerMille => out.push('‰'),
                Piece::CurrencySymbol => out.push('¤'),
                Piece::CurrencyCode => out.push_str("¤¤"),
            }
        }
    }

    /// The text with those symbols.
    pub(super) fn expand(&self, symbols: &Symbols) -> Box<str> {
        let mut text = String::new();
        for piece in &self.0 {
            text.push_str(match piece {
                Piece::Text(text) => text,
                Piece::Minus => &symbols.minus,
                Piece::Percent => &symbols.percent,
                Piece::PerMille => &symbols.per_mille,
                Piece::CurrencySymbol => &symbols.currency_symbol,
                Piece::CurrencyCode => &symbols.currency_code,
            });
        }
        text.into()
    }
}
