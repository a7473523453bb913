//! The modules and imports of a source file.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{
    Attribute, ImplItemFn, Item, ItemMod, ItemUse, Macro, MetaList, Path, UseTree, Visibility,
};

/// An import, or a path in the code.
#[derive(Clone, Debug)]
pub(super) struct Import {
    /// Its name in this file.
    pub(super) name: String,
    /// Its path; within the crate it begins with `crate`, `super`, `self` or a child module.
    pub(super) path: Vec<String>,
    /// Whether it comes from a `use`; otherwise it is a path in the code.
    pub(super) declared: bool,
    /// Whether it is re-exported (`pub use`), so that the file itself may not need it.
    pub(super) public: bool,
}

/// The child modules, imports and names in a file.
#[derive(Debug, Default)]
pub(super) struct Source {
    /// Child modules in separate files.
    pub(super) children: Vec<String>,
    pub(super) imports: Vec<Import>,
    /// Names, or first segments of paths, outside `use` declarations.
    pub(super) mentions: BTreeSet<String>,
    /// Number of inline modules around the item being visited.
    inner: usize,
}

impl Source {
    pub(super) fn parse(text: &str) -> syn::Result<Source> {
        let mut source = Source::default();
        source.visit_file(&syn::parse_file(text)?);
        Ok(source)
    }

    fn read_use(&mut self, mut path: Vec<String>, tree: &UseTree, public: bool) {
        let mut rename = None;
        match tree {
            UseTree::Path(part) => {
                path.push(part.ident.to_string());
                return self.read_use(path, &part.tree, public);
            }
            UseTree::Group(group) => {
                let parts = group.items.iter();
                return parts.for_each(|tree| self.read_use(path.clone(), tree, public));
            }
            UseTree::Name(name) => path.push(name.ident.to_string()),
            UseTree::Rename(name) => {
                path.push(name.ident.to_string());
                rename = Some(name.rename.to_string());
            }
            UseTree::Glob(_) => path.push("*".into()),
        }
        self.import(path, rename, true, public);
    }

    /// Records a path in the code; whether it leads to another module is resolved later.
    fn read_path(&mut self, path: Vec<String>) {
        self.mentions.extend(path.first().cloned());
        if path.len() > 1 {
            self.import(path, None, false, false);
        }
    }

    /// Records the paths in the tokens of a macro or attribute, which are not parsed as Rust.
    fn read_tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons) = (Vec::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Ident(name) if colons == 2 && !path.is_empty() => {
                    path.push(name.to_string());
                    colons = 0;
                }
                other => {
                    self.read_path(std::mem::take(&mut path));
                    colons = 0;
                    match other {
                        TokenTree::Ident(name) => path.push(name.to_string()),
                        TokenTree::Group(group) => self.read_tokens(group.stream()),
                        _ => (),
                    }
                }
            }
        }
        self.read_path(path);
    }

    fn import(
        &mut self,
        mut path: Vec<String>,
        name: Option<String>,
        declared: bool,
        public: bool,
    ) {
        // Within inline modules, the first `super` of each level leads to the file itself.
        let outwards = path.iter().take_while(|name| *name == "super").count();
        if self.inner > 0 && path[0] != "crate" {
            if outwards < self.inner {
                return;
            }
            path.splice(..self.inner, ["self".to_owned()]);
        }
        let last = path.iter().rev().find(|name| *name != "self").cloned();
        let Some(name) = name.or(last) else { return };
        self.imports.push(Import { name, path, declared, public });
    }
}

impl<'ast> Visit<'ast> for Source {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, method: &'ast ImplItemFn) {
        if !is_test(&method.attrs) {
            visit::visit_impl_item_fn(self, method);
        }
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if module.content.is_none() {
            return self.children.push(module.ident.to_string());
        }
        self.inner += 1;
        visit::visit_item_mod(self, module);
        self.inner -= 1;
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let public = !matches!(item.vis, Visibility::Inherited);
        self.read_use(Vec::new(), &item.tree, public);
    }

    fn visit_path(&mut self, path: &'ast Path) {
        self.read_path(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        self.visit_path(&called.path);
        self.read_tokens(called.tokens.clone());
    }

    fn visit_meta_list(&mut self, list: &'ast MetaList) {
        self.read_tokens(list.tokens.clone());
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    let is_test = |list: &MetaList| list.path.is_ident("cfg") && list.tokens.to_string() == "test";
    attributes.iter().any(|attribute| attribute.meta.require_list().is_ok_and(is_test))
}
